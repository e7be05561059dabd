// Puts people and groups into a group and takes them out, if that makes sense: who comes in exists
// and is not inside yet, who leaves is inside, and no group contains itself. Whether the actor may
// do so, and who hears of it, is up to the caller. Ids come without repetitions, and everything
// joins the present transaction.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/groups';
import { ApiError } from '#platform/http/api-error.js';
import { UserGroupsRepository } from './user-groups.repository.js';

@Injectable()
export class UserGroupContents {
  constructor(
    private readonly userGroupsRepository: UserGroupsRepository,
    private readonly groupMembership: GroupMembership,
  ) {}

  async addMembers(realmId: number, groupId: number, userIds: number[]): Promise<void> {
    const active = await this.userGroupsRepository.activeUsers(realmId, userIds);
    const unknown = firstMissing(userIds, active);
    if (unknown !== undefined) throw ApiError.badRequest(`Invalid user ID: ${unknown}`);
    const added = await this.userGroupsRepository.insertMembers(groupId, userIds);
    const present = firstMissing(userIds, added);
    if (present !== undefined) {
      throw ApiError.badRequest(`User ${present} is already a member of this group`);
    }
  }

  async removeMembers(groupId: number, userIds: number[]): Promise<void> {
    const removed = await this.userGroupsRepository.deleteMembers(groupId, userIds);
    const missing = firstMissing(userIds, removed);
    if (missing !== undefined) {
      throw ApiError.badRequest(`User ${missing} is not a member of this group`);
    }
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
    const present = firstMissing(subgroupIds, added);
    if (present !== undefined) {
      throw ApiError.badRequest(`User group ${present} is already a subgroup of this group`);
    }
  }

  async removeSubgroups(groupId: number, subgroupIds: number[]): Promise<void> {
    const removed = await this.userGroupsRepository.deleteSubgroups(groupId, subgroupIds);
    const missing = firstMissing(subgroupIds, removed);
    if (missing !== undefined) {
      throw ApiError.badRequest(`User group ${missing} is not a subgroup of this group`);
    }
  }
}

/** Each id once, in the order in which clients see them. */
export function sortedIds(ids: number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

function firstMissing(wanted: number[], found: number[]): number | undefined {
  if (wanted.length === found.length) return undefined;
  const known = new Set(found);
  return wanted.find((id) => !known.has(id));
}
