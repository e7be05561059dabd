// Whom a request to subscribe or unsubscribe is about: the caller, or other people by id or address.
import { Injectable } from '@nestjs/common';
import { UsersService } from '#modules/users/users.service.js';
import type { UserSummary } from '#modules/users/users.view.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';

@Injectable()
export class PrincipalsService {
  constructor(private readonly users: UsersService) {}

  /** Active people of the realm, each once. Throws for one who is unknown or deactivated. */
  async resolve(actor: Actor, principals: number[] | string[] | undefined): Promise<UserSummary[]> {
    if (principals === undefined) return this.users.findByIds(actor.realmId, [actor.userId]);
    const given = new Set<number | string>(principals);
    const found = await (isListOfIds(principals)
      ? this.users.findByIds(actor.realmId, [...new Set(principals)])
      : this.users.findByEmails(actor.realmId, [...new Set(principals)]));
    const people = found.filter(({ isActive, isSystemBot }) => isActive && !isSystemBot);
    if (people.length < given.size) throw ApiError.badRequest('No such user');
    return people;
  }
}

function isListOfIds(principals: number[] | string[]): principals is number[] {
  return typeof principals[0] === 'number';
}
