// Loads the users that a caller names, or throws. Who is in another organization, whom the caller
// may not know of, and who is named by an address that the caller may not see, is answered like
// somebody who does not exist.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { UserVisibility } from '#modules/users/visibility';
import { UsersRepository } from './users.repository.js';
import { canSeeEmailOf, type UserRow } from './users.view.js';

const STAND_IN_ADDRESS = /^user(\d{1,9})@(.+)$/i;

@Injectable()
export class UsersAccess {
  constructor(
    private readonly usersRepository: UsersRepository,
    private readonly realmsService: RealmsService,
    private readonly userVisibility: UserVisibility,
  ) {}

  async byId(actor: Actor, id: number): Promise<UserRow> {
    const user = await this.usersRepository.findById(actor.realmId, id);
    if (!user || !(await this.userVisibility.canAccess(actor, id))) throw noSuchUser();
    return user;
  }

  /** An id, a real address that the actor may see, or the stand-in address that every user has. */
  async byIdOrEmail(actor: Actor, name: string): Promise<UserRow> {
    if (/^\d{1,9}$/.test(name)) return this.byId(actor, Number(name));
    const user = await this.usersRepository.findByEmail(actor.realmId, name);
    if (user && mayBeNamed(actor, user, name)) {
      if (await this.userVisibility.canAccess(actor, user.id)) return user;
      throw noSuchUser();
    }
    const [, id, domain] = STAND_IN_ADDRESS.exec(name) ?? [];
    if (!id || domain?.toLowerCase() !== (await this.realmsService.host(actor.realmId))) {
      throw noSuchUser();
    }
    return this.byId(actor, Number(id));
  }

  /** A person of the organization, not a bot; for who may change what others are. */
  async person(actor: Actor, name: string): Promise<UserRow> {
    const user = await this.byIdOrEmail(actor, name);
    if (user.bot_type !== null) throw noSuchUser();
    return user;
  }

  /** Anybody but the bots of the server, which nobody changes. */
  async changeable(actor: Actor, name: string): Promise<UserRow> {
    const user = await this.byIdOrEmail(actor, name);
    if (user.is_system_bot) throw noSuchUser();
    return user;
  }
}

/** Whether the name is an address that the actor may know the user by. */
function mayBeNamed(actor: Actor, user: UserRow, name: string): boolean {
  return user.email.toLowerCase() === name.toLowerCase() || canSeeEmailOf(actor, user);
}

export function noSuchUser(): ApiError {
  return ApiError.badRequest('No such user');
}
