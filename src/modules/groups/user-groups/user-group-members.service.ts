// The members and subgroups of a group, and their changes. The permission to add or remove members includes the
// actor; the permission to join or leave applies to the actor only. One request can add and remove users
// and groups, atomically.
import { Injectable } from '@nestjs/common';
import {
  type GroupChange,
  GroupMembership,
  GroupsService,
  forDeactivated,
} from '#modules/groups/groups';
import { MembershipChange } from '#modules/groups/memberships';
import { UsersAccess } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { sortedIds, UserGroupContents } from './user-group-contents.service.js';
import { type GroupRight, UserGroupsAccess } from './user-groups.access.js';
import { UserGroupsRepository } from './user-groups.repository.js';

/** Ids of users and groups. */
export interface ContentsChange {
  addMembers?: number[] | undefined;
  removeMembers?: number[] | undefined;
  addSubgroups?: number[] | undefined;
  removeSubgroups?: number[] | undefined;
}

/** Without `directOnly`, members of subgroups and their subgroups are included. */
interface ContentsOptions {
  directOnly: boolean;
}

@Injectable()
export class UserGroupMembersService {
  constructor(
    private readonly userGroupsAccess: UserGroupsAccess,
    private readonly userGroupsRepository: UserGroupsRepository,
    private readonly userGroupContents: UserGroupContents,
    private readonly membershipChange: MembershipChange,
    private readonly groupMembership: GroupMembership,
    private readonly groupsService: GroupsService,
    private readonly usersAccess: UsersAccess,
    private readonly database: Database,
  ) {}

  async memberIds(actor: Actor, groupId: number, options: ContentsOptions): Promise<number[]> {
    const { id } = await this.userGroupsAccess.requireById(actor, groupId);
    return options.directOnly
      ? this.userGroupsRepository.directMembers(id)
      : this.userGroupsRepository.findAllMemberIds(id);
  }

  async subgroupIds(actor: Actor, groupId: number, options: ContentsOptions): Promise<number[]> {
    const { id } = await this.userGroupsAccess.requireById(actor, groupId);
    return options.directOnly
      ? this.userGroupsRepository.directSubgroups(id)
      : this.userGroupsRepository.findAllSubgroupIds(id);
  }

  /** Deactivated users are members of no group. */
  async isMember(
    actor: Actor,
    groupId: number,
    userId: number,
    options: ContentsOptions,
  ): Promise<boolean> {
    const { id } = await this.userGroupsAccess.requireById(actor, groupId);
    const { isActive, role } = await this.usersAccess.requireById(actor, userId);
    const isInside = options.directOnly
      ? await this.userGroupsRepository.isDirectMember(id, userId)
      : await this.groupMembership.isMember(actor.realmId, { userId, role }, id);
    return isActive && isInside;
  }

  async change(actor: Actor, groupId: number, change: ContentsChange): Promise<void> {
    const { realmId } = actor;
    const add = sortedIds(change.addMembers ?? []);
    const remove = sortedIds(change.removeMembers ?? []);
    const addGroups = sortedIds(change.addSubgroups ?? []);
    const removeGroups = sortedIds(change.removeSubgroups ?? []);
    if (add.length + remove.length + addGroups.length + removeGroups.length === 0) {
      throw ApiError.badRequest('Nothing to do. Specify users or groups to add or delete.');
    }
    await this.userGroupsAccess.requireChangeable(actor, groupId, [
      ...rightsFor(add, isOnly(actor, add) ? 'join' : 'add members'),
      ...rightsFor(remove, isOnly(actor, remove) ? 'leave' : 'remove members'),
      ...rightsFor(addGroups, 'add members'),
      ...rightsFor(removeGroups, 'remove members'),
    ]);
    await this.database.transaction(async () => {
      const group = { deactivated: await this.userGroupsRepository.lockDeactivated(groupId) };
      const publish = (groupChange: GroupChange): void =>
        this.groupsService.publish(realmId, forDeactivated(group, groupChange));
      const about = { group_id: groupId };
      await this.membershipChange.apply(realmId, [groupId], async () => {
        if (add.length > 0) {
          await this.userGroupContents.addMembers(realmId, groupId, add);
          publish({ op: 'add_members', ...about, user_ids: add });
        }
        if (remove.length > 0) {
          await this.userGroupContents.removeMembers(realmId, groupId, remove);
          publish({ op: 'remove_members', ...about, user_ids: remove });
        }
        if (addGroups.length > 0) {
          await this.userGroupContents.addSubgroups(realmId, groupId, addGroups);
          publish({ op: 'add_subgroups', ...about, direct_subgroup_ids: addGroups });
        }
        if (removeGroups.length > 0) {
          await this.userGroupContents.removeSubgroups(realmId, groupId, removeGroups);
          publish({ op: 'remove_subgroups', ...about, direct_subgroup_ids: removeGroups });
        }
      });
    });
  }

  /** Adds a new user to the groups, except deactivated ones. Does not check permissions. Joins the current transaction. */
  async addNewUser(realmId: number, userId: number, groupIds: number[]): Promise<void> {
    const active = await this.userGroupsRepository.lockActive(realmId, groupIds);
    if (active.length === 0) return;
    await this.membershipChange.apply(realmId, active, async () => {
      for (const group_id of active) {
        await this.userGroupContents.addMembers(realmId, group_id, [userId]);
        this.groupsService.publish(realmId, { op: 'add_members', group_id, user_ids: [userId] });
      }
    });
  }

  /**
   * Adds the user to groups or removes it from them, as the value of each requires, except deactivated
   * groups. Does not check permissions. Joins the current transaction.
   */
  async setMemberships(
    realmId: number,
    userId: number,
    isMemberById: ReadonlyMap<number, boolean>,
  ): Promise<void> {
    const active = await this.userGroupsRepository.lockActive(realmId, [...isMemberById.keys()]);
    const changed: number[] = [];
    for (const id of active) {
      if ((await this.userGroupsRepository.isDirectMember(id, userId)) !== isMemberById.get(id))
        changed.push(id);
    }
    if (changed.length === 0) return;
    await this.membershipChange.apply(realmId, changed, async () => {
      for (const group_id of changed) {
        const isIn = isMemberById.get(group_id) === true;
        if (isIn) await this.userGroupContents.addMembers(realmId, group_id, [userId]);
        else await this.userGroupContents.removeMembers(realmId, group_id, [userId]);
        const op = isIn ? 'add_members' : 'remove_members';
        this.groupsService.publish(realmId, { op, group_id, user_ids: [userId] });
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
