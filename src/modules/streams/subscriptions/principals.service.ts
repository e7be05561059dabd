// Resolves the users of a request to subscribe or unsubscribe: the caller, or others by id or email.
import { Injectable } from '@nestjs/common';
import { UsersService, type UserSummary } from '#modules/users/users';
import { UserVisibility } from '#modules/users/visibility';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';

@Injectable()
export class PrincipalsService {
  constructor(
    private readonly usersService: UsersService,
    private readonly userVisibility: UserVisibility,
  ) {}

  /**
   * Returns distinct active users of the realm; an empty list means the caller. Throws for a user who
   * is deactivated or hidden from the caller.
   */
  async resolve(actor: Actor, principals: number[] | string[] = []): Promise<UserSummary[]> {
    if (principals.length === 0) return this.usersService.findByIds(actor.realmId, [actor.userId]);
    const users = await (isListOfIds(principals)
      ? this.usersService.findByIds(actor.realmId, [...new Set(principals)])
      : this.usersService.findByEmails(actor.realmId, [...new Set(principals)], actor));
    const active = users.filter(({ isActive, isSystemBot }) => isActive && !isSystemBot);
    const people = await this.userVisibility.filterAccessible(actor, active);
    const accessibleKeys = new Set(people.flatMap(isListOfIds(principals) ? idsOf : addressesOf));
    for (const name of principals) {
      const key = typeof name === 'string' ? name.toLowerCase() : name;
      if (!accessibleKeys.has(key)) throw ApiError.badRequest(`There is no active user '${name}'`);
    }
    return people;
  }

  /** As resolve, but an empty list means no users. */
  async resolveIds(actor: Actor, ids: number[]): Promise<UserSummary[]> {
    return ids.length === 0 ? [] : this.resolve(actor, ids);
  }
}

function isListOfIds(principals: number[] | string[]): principals is number[] {
  return typeof principals[0] === 'number';
}

function idsOf({ id }: UserSummary): (number | string)[] {
  return [id];
}

function addressesOf({ email, deliveryEmail }: UserSummary): (number | string)[] {
  return [email.toLowerCase(), deliveryEmail.toLowerCase()];
}
