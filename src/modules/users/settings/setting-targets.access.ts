// Whose settings a request is about: the actor's own, or those of people whom an administrator names
// one by one and by groups.
import { Injectable } from '@nestjs/common';
import { GroupMembership, GroupSettingsAccess } from '#modules/groups/groups';
import type { SettingsTargets } from '#modules/users/settings-catalogue';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { PeopleRepository } from './people.repository.js';

export interface GivenTargets {
  userIds: number[];
  groupIds: number[];
  skipEdited: boolean;
}

/** Any people and groups, as long as they exist and are in use. */
const ANYBODY = {
  target_users: {
    requireSystemGroup: false,
    allowNobodyGroup: true,
    allowEveryoneGroup: true,
    defaultHolder: 'role:nobody',
    allowedSystemGroups: [],
    refusedSystemGroups: [],
  },
};

@Injectable()
export class SettingTargets {
  constructor(
    private readonly groupMembership: GroupMembership,
    private readonly groupSettingsAccess: GroupSettingsAccess,
    private readonly peopleRepository: PeopleRepository,
  ) {}

  /** Belongs into the transaction that changes the settings. */
  async of(actor: Actor, given: GivenTargets | undefined): Promise<SettingsTargets> {
    const { realmId, userId } = actor;
    if (actor.isBot) throw ApiError.badRequest('Bots have no settings');
    if (!given) return { realmId, userIds: [userId], skipEdited: false, byThemselves: true };
    if (actor.role > Role.Administrator) {
      throw ApiError.badRequest('Only administrators can change the settings of others');
    }
    const userIds = await this.named(realmId, given);
    return { realmId, userIds, skipEdited: given.skipEdited, byThemselves: false };
  }

  private async named(realmId: number, { userIds, groupIds }: GivenTargets): Promise<number[]> {
    const value = { direct_members: userIds, direct_subgroups: groupIds };
    await this.groupSettingsAccess.checked(realmId, ANYBODY, { target_users: value });
    const people = await this.peopleRepository.active(realmId);
    const ids = new Set(people.map((person) => person.userId));
    if (!userIds.every((id) => ids.has(id))) {
      throw ApiError.badRequest('target_users: bots have no settings');
    }
    const graph = await this.groupMembership.currentGraph(realmId);
    return people.filter((person) => graph.contains(value, person)).map(({ userId }) => userId);
  }
}
