// Who and what comes into a group and leaves it. Permission to add or remove anybody includes
// oneself; permission to join or leave is for a request about oneself alone. One request can go
// both ways, for people and groups: all of it, or nothing.
import { Injectable } from '@nestjs/common';
import { type GroupChange, GroupsService, ofGroup } from '#modules/groups/groups';
import { MembershipChange } from '#modules/groups/memberships';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { sortedIds, UserGroupContents } from './user-group-contents.service.js';
import { type GroupRight, UserGroupsAccess } from './user-groups.access.js';
import { UserGroupsRepository } from './user-groups.repository.js';

/** Ids of people and of groups. */
export interface ContentsChange {
  addMembers?: number[] | undefined;
  removeMembers?: number[] | undefined;
  addSubgroups?: number[] | undefined;
  removeSubgroups?: number[] | undefined;
}

@Injectable()
export class UserGroupMembersService {
  constructor(
    private readonly userGroupsAccess: UserGroupsAccess,
    private readonly userGroupsRepository: UserGroupsRepository,
    private readonly userGroupContents: UserGroupContents,
    private readonly membershipChange: MembershipChange,
    private readonly groupsService: GroupsService,
    private readonly database: Database,
  ) {}

  async change(actor: Actor, groupId: number, change: ContentsChange): Promise<void> {
    const { realmId } = actor;
    const add = sortedIds(change.addMembers ?? []);
    const remove = sortedIds(change.removeMembers ?? []);
    const addGroups = sortedIds(change.addSubgroups ?? []);
    const removeGroups = sortedIds(change.removeSubgroups ?? []);
    if (add.length + remove.length + addGroups.length + removeGroups.length === 0) {
      throw ApiError.badRequest('Nothing to do: name somebody to add or to delete');
    }
    await this.userGroupsAccess.toChange(actor, groupId, [
      ...rightsFor(add, isOnly(actor, add) ? 'join' : 'add members'),
      ...rightsFor(remove, isOnly(actor, remove) ? 'leave' : 'remove members'),
      ...rightsFor(addGroups, 'add members'),
      ...rightsFor(removeGroups, 'remove members'),
    ]);
    await this.database.transaction(async () => {
      const group = { deactivated: await this.userGroupsRepository.lockDeactivated(groupId) };
      const tell = (told: GroupChange): void =>
        this.groupsService.tell(realmId, ofGroup(group, told));
      const about = { group_id: groupId };
      await this.membershipChange.follow(realmId, [groupId], async () => {
        if (add.length > 0) {
          await this.userGroupContents.addMembers(realmId, groupId, add);
          tell({ op: 'add_members', ...about, user_ids: add });
        }
        if (remove.length > 0) {
          await this.userGroupContents.removeMembers(groupId, remove);
          tell({ op: 'remove_members', ...about, user_ids: remove });
        }
        if (addGroups.length > 0) {
          await this.userGroupContents.addSubgroups(realmId, groupId, addGroups);
          tell({ op: 'add_subgroups', ...about, direct_subgroup_ids: addGroups });
        }
        if (removeGroups.length > 0) {
          await this.userGroupContents.removeSubgroups(groupId, removeGroups);
          tell({ op: 'remove_subgroups', ...about, direct_subgroup_ids: removeGroups });
        }
      });
    });
  }

  /**
   * Puts somebody new into those of the groups that are still in use. Whether they were asked to
   * is up to the caller. Joins the present transaction.
   */
  async addNewcomer(realmId: number, userId: number, groupIds: number[]): Promise<void> {
    const active = await this.userGroupsRepository.lockActive(realmId, groupIds);
    if (active.length === 0) return;
    await this.membershipChange.follow(realmId, active, async () => {
      for (const group_id of active) {
        await this.userGroupContents.addMembers(realmId, group_id, [userId]);
        this.groupsService.tell(realmId, { op: 'add_members', group_id, user_ids: [userId] });
      }
    });
  }

  /**
   * Puts somebody into those of the groups that are still in use, or out of them, as is said of each.
   * Whether that is wanted is up to the caller. Joins the present transaction.
   */
  async setMemberships(
    realmId: number,
    userId: number,
    wanted: ReadonlyMap<number, boolean>,
  ): Promise<void> {
    const active = await this.userGroupsRepository.lockActive(realmId, [...wanted.keys()]);
    const changed: number[] = [];
    for (const id of active) {
      if ((await this.userGroupsRepository.isDirectMember(id, userId)) !== wanted.get(id))
        changed.push(id);
    }
    if (changed.length === 0) return;
    await this.membershipChange.follow(realmId, changed, async () => {
      for (const group_id of changed) {
        const isIn = wanted.get(group_id) === true;
        if (isIn) await this.userGroupContents.addMembers(realmId, group_id, [userId]);
        else await this.userGroupContents.removeMembers(group_id, [userId]);
        const op = isIn ? 'add_members' : 'remove_members';
        this.groupsService.tell(realmId, { op, group_id, user_ids: [userId] });
      }
    });
  }
}

function rightsFor(ids: number[], right: GroupRight): GroupRight[] {
  return ids.length > 0 ? [right] : [];
}

function isOnly({ userId }: Actor, ids: number[]): boolean {
  return ids.length === 1 && ids[0] === userId;
}
