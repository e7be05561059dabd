// Access to the users that a request names. A user of another organization, one who is hidden from the
// actor, and a user named by an address that the actor may not see, are treated as if they did not exist.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { canSeeEmail, UserVisibility } from '#modules/users/visibility';
import { UsersRepository, type UserRow } from './users.repository.js';

const PLACEHOLDER_EMAIL = /^user(\d{1,9})@(.+)$/i;

@Injectable()
export class UsersAccess {
  constructor(
    private readonly usersRepository: UsersRepository,
    private readonly realmsService: RealmsService,
    private readonly userVisibility: UserVisibility,
  ) {}

  async requireById(actor: Actor, id: number): Promise<UserRow> {
    const user = await this.usersRepository.findById(actor.realmId, id);
    if (!user || !(await this.userVisibility.canAccess(actor, id))) throw noSuchUser();
    return user;
  }

  /** Spectators see the names and pictures of all users. */
  async requireForSpectators(realmId: number, id: number): Promise<UserRow> {
    const user = await this.usersRepository.findById(realmId, id);
    if (!user) throw noSuchUser();
    return user;
  }

  /** The users with these ids, or all, without system bots; ordered by id. */
  async findAll(actor: Actor, ids?: number[]): Promise<UserRow[]> {
    const users = ids
      ? await this.usersRepository.findSome(actor.realmId, ids)
      : await this.usersRepository.findAll(actor.realmId);
    return this.userVisibility.filterAccessible(actor, users);
  }

  /** Accepts an id, a real address that the actor may see, or the placeholder address of any user. */
  async requireByIdOrEmail(actor: Actor, name: string): Promise<UserRow> {
    if (/^\d{1,9}$/.test(name)) return this.requireById(actor, Number(name));
    const user = await this.usersRepository.findByEmail(actor.realmId, name);
    if (user && isVisibleAddress(actor, user, name)) {
      if (await this.userVisibility.canAccess(actor, user.id)) return user;
      throw noSuchUser();
    }
    const [, id, domain] = PLACEHOLDER_EMAIL.exec(name) ?? [];
    if (!id || domain?.toLowerCase() !== (await this.realmsService.host(actor.realmId))) {
      throw noSuchUser();
    }
    return this.requireById(actor, Number(id));
  }

  /** A person, not a bot. */
  async requirePerson(actor: Actor, name: string): Promise<UserRow> {
    const user = await this.requireByIdOrEmail(actor, name);
    if (user.botType !== null) throw noSuchUser();
    return user;
  }

  /** A person or bot, but not a system bot. */
  async requireChangeable(actor: Actor, name: string): Promise<UserRow> {
    const user = await this.requireByIdOrEmail(actor, name);
    if (user.isSystemBot) throw noSuchUser();
    return user;
  }
}

/** Whether the name is an address of the user that the actor may see. */
function isVisibleAddress(actor: Actor, user: UserRow, name: string): boolean {
  return user.email.toLowerCase() === name.toLowerCase() || canSeeEmail(actor, user);
}

export function noSuchUser(): ApiError {
  return ApiError.badRequest('No such user');
}
