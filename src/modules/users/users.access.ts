// Loads the users that a caller names, or throws. Everybody may see everybody in an organization;
// a user of another one is answered like one that does not exist.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms.service.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { UsersRepository } from './users.repository.js';
import type { UserRow } from './users.view.js';

const STAND_IN_ADDRESS = /^user(\d{1,9})@(.+)$/i;

@Injectable()
export class UsersAccess {
  constructor(
    private readonly repository: UsersRepository,
    private readonly realms: RealmsService,
  ) {}

  async byId(actor: Actor, id: number): Promise<UserRow> {
    const user = await this.repository.findById(actor.realmId, id);
    if (!user) throw noSuchUser();
    return user;
  }

  /** An id, a real address, or the stand-in address that every user has. */
  async byIdOrEmail(actor: Actor, name: string): Promise<UserRow> {
    if (/^\d{1,9}$/.test(name)) return this.byId(actor, Number(name));
    const user = await this.repository.findByEmail(actor.realmId, name);
    if (user) return user;
    const [, id, domain] = STAND_IN_ADDRESS.exec(name) ?? [];
    if (!id || domain?.toLowerCase() !== (await this.realms.host(actor.realmId))) {
      throw noSuchUser();
    }
    return this.byId(actor, Number(id));
  }
}

function noSuchUser(): ApiError {
  return ApiError.badRequest('No such user');
}
