// Adds and removes direct members and subgroups. Added ones must exist and not be contained yet, removed
// ones must be contained, and no group may contain itself. The caller checks permissions and publishes
// events. Ids must be distinct; every method joins the current transaction.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { GroupMembership } from '#modules/groups/groups';
import { ApiError } from '#platform/http/api-error.js';
import { UserGroupsRepository } from './user-groups.repository.js';

@Injectable()
export class UserGroupContents {
  constructor(
    private readonly userGroupsRepository: UserGroupsRepository,
    private readonly groupMembership: GroupMembership,
    private readonly auditLog: AuditLog,
  ) {}

  async addMembers(realmId: number, groupId: number, userIds: number[]): Promise<void> {
    const active = await this.userGroupsRepository.findActiveUserIds(realmId, userIds);
    const unknown = firstMissing(userIds, active);
    if (unknown !== undefined) throw ApiError.badRequest(`Invalid user ID: ${unknown}`);
    const added = await this.userGroupsRepository.insertMembers(groupId, userIds);
    const contained = firstMissing(userIds, added);
    if (contained !== undefined) {
      throw ApiError.badRequest(`User ${contained} is already a member of this group`);
    }
    this.auditLog.record(realmId, {
      kind: 'group.members_added',
      targetIds: [groupId],
      after: { user_ids: userIds },
    });
  }

  async removeMembers(realmId: number, groupId: number, userIds: number[]): Promise<void> {
    const removed = await this.userGroupsRepository.deleteMembers(groupId, userIds);
    const missing = firstMissing(userIds, removed);
    if (missing !== undefined) {
      throw ApiError.badRequest(`User ${missing} is not a member of this group`);
    }
    this.auditLog.record(realmId, {
      kind: 'group.members_removed',
      targetIds: [groupId],
      before: { user_ids: userIds },
    });
  }

  async addSubgroups(realmId: number, groupId: number, subgroupIds: number[]): Promise<void> {
    await this.groupMembership.lock(realmId);
    const possible = await this.userGroupsRepository.lockPossibleSubgroups(realmId, subgroupIds);
    const unknown = firstMissing(subgroupIds, possible);
    if (unknown !== undefined) throw ApiError.badRequest(`Invalid user group ID: ${unknown}`);
    const around = new Set(await this.groupMembership.selfAndAncestors([groupId]));
    const circular = subgroupIds.find((id) => around.has(id));
    if (circular !== undefined) {
      throw ApiError.badRequest(`User group ${circular} contains this group`);
    }
    const added = await this.userGroupsRepository.insertSubgroups(groupId, subgroupIds);
    const contained = firstMissing(subgroupIds, added);
    if (contained !== undefined) {
      throw ApiError.badRequest(`User group ${contained} is already a subgroup of this group`);
    }
    this.auditLog.record(realmId, {
      kind: 'group.subgroups_added',
      targetIds: [groupId],
      after: { group_ids: subgroupIds },
    });
  }

  async removeSubgroups(realmId: number, groupId: number, subgroupIds: number[]): Promise<void> {
    const removed = await this.userGroupsRepository.deleteSubgroups(groupId, subgroupIds);
    const missing = firstMissing(subgroupIds, removed);
    if (missing !== undefined) {
      throw ApiError.badRequest(`User group ${missing} is not a subgroup of this group`);
    }
    this.auditLog.record(realmId, {
      kind: 'group.subgroups_removed',
      targetIds: [groupId],
      before: { group_ids: subgroupIds },
    });
  }
}

/** Removes duplicates and sorts the ids as in the API. */
export function sortedIds(ids: number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

function firstMissing(ids: number[], affected: number[]): number | undefined {
  if (ids.length === affected.length) return undefined;
  const affectedIds = new Set(affected);
  return ids.find((id) => !affectedIds.has(id));
}
