// The users whose settings a request changes: the actor, or users and groups named by an administrator.
import { Injectable } from '@nestjs/common';
import { GroupMembership, GroupSettingsAccess } from '#modules/groups/groups';
import type { SettingsTargets } from '#modules/users/settings-catalogue';
import { UsersService } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';

export interface TargetUsers {
  userIds: number[];
  groupIds: number[];
  skipEdited: boolean;
}

/** Allows all existing users and active groups. */
const ANY_TARGET = {
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
export class SettingTargetsAccess {
  constructor(
    private readonly groupMembership: GroupMembership,
    private readonly groupSettingsAccess: GroupSettingsAccess,
    private readonly usersService: UsersService,
  ) {}

  /** Joins the transaction that changes the settings. Undefined `input` means the actor. */
  async resolve(actor: Actor, input: TargetUsers | undefined): Promise<SettingsTargets> {
    const { realmId, userId } = actor;
    if (actor.isBot) throw ApiError.badRequest('Bots have no settings');
    if (!input) return { realmId, userIds: [userId], skipEdited: false, markEdited: true };
    if (actor.role > Role.Administrator) {
      throw ApiError.badRequest('Only administrators can change the settings of other users');
    }
    const userIds = await this.findNamed(realmId, input);
    return { realmId, userIds, skipEdited: input.skipEdited, markEdited: false };
  }

  private async findNamed(realmId: number, { userIds, groupIds }: TargetUsers): Promise<number[]> {
    const value = { direct_members: userIds, direct_subgroups: groupIds };
    await this.groupSettingsAccess.checked(realmId, ANY_TARGET, { target_users: value });
    const users = await this.usersService.findActivePeople(realmId);
    const ids = new Set(users.map(({ userId }) => userId));
    if (!userIds.every((id) => ids.has(id))) {
      throw ApiError.badRequest('target_users: bots have no settings');
    }
    const graph = await this.groupMembership.currentGraph(realmId);
    return users.filter((user) => graph.contains(value, user)).map(({ userId }) => userId);
  }
}
