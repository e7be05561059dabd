// What a directory says of somebody besides who they are: in which groups of the organization they
// are, and what is in their profile. It is taken over at every login. What the organization does not
// have, or can not take, stays as it is.
import { Injectable } from '@nestjs/common';
import { GroupsService } from '#modules/groups/groups';
import { UserGroupMembersService } from '#modules/groups/user-groups';
import { ProfileValues } from '#modules/users/profile-fields';
import type { Actor } from '#platform/http/actor.js';

/** By the names that the organization uses, whatever their case. */
export interface OutsideDetails {
  /** Whether the person is in the group. */
  groups: ReadonlyMap<string, boolean>;
  /** Null for a field that is empty. */
  profile: ReadonlyMap<string, string | null>;
}

@Injectable()
export class OutsideDetailsService {
  constructor(
    private readonly groupsService: GroupsService,
    private readonly userGroupMembersService: UserGroupMembersService,
    private readonly profileValues: ProfileValues,
  ) {}

  /** Joins the present transaction. */
  async setGroups(
    realmId: number,
    userId: number,
    wanted: OutsideDetails['groups'],
  ): Promise<void> {
    if (wanted.size === 0) return;
    const byName = new Map([...wanted].map(([name, isIn]) => [name.toLowerCase(), isIn]));
    const found = await this.groupsService.findByNames(realmId, [...wanted.keys()]);
    const memberships = found.map(({ id, name }): [number, boolean] => [
      id,
      byName.get(name.toLowerCase()) === true,
    ]);
    await this.userGroupMembersService.setMemberships(realmId, userId, new Map(memberships));
  }

  /** One field; throws an ApiError when it can not have this value. */
  async setField(
    actor: Actor,
    userId: number,
    [name, value]: [name: string, value: string | null],
  ): Promise<void> {
    const id = await this.profileValues.idOfField(actor.realmId, name);
    if (id !== undefined) await this.profileValues.set(actor, userId, [{ id, value }]);
  }
}
