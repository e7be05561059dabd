// Loads user groups and checks the permissions to change them. Managing a group includes every change;
// the other permissions allow one kind of change each.
import { Injectable } from '@nestjs/common';
import {
  GROUP_PERMISSIONS,
  GroupMembership,
  type GroupPermissionName,
  GroupsService,
  type UserGroup,
} from '#modules/groups/groups';
import { RealmPermissions } from '#modules/realms/realms';
import { type Actor, Role } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { UserGroupsRepository } from './user-groups.repository.js';

export type GroupRight = 'manage' | 'add members' | 'remove members' | 'join' | 'leave';

/** Any one of the listed settings grants the right. */
const GRANTED_BY: Record<GroupRight, GroupPermissionName[]> = {
  manage: ['can_manage_group'],
  'add members': ['can_manage_group', 'can_add_members_group'],
  'remove members': ['can_manage_group', 'can_remove_members_group'],
  join: ['can_manage_group', 'can_add_members_group', 'can_join_group'],
  leave: ['can_manage_group', 'can_remove_members_group', 'can_leave_group'],
};

@Injectable()
export class UserGroupsAccess {
  constructor(
    private readonly userGroupsRepository: UserGroupsRepository,
    private readonly groupsService: GroupsService,
    private readonly groupMembership: GroupMembership,
    private readonly realmPermissions: RealmPermissions,
  ) {}

  async checkMayCreate(actor: Actor): Promise<void> {
    await this.realmPermissions.require(actor, 'can_create_groups');
  }

  /** Returns any group of the realm, including system groups and deactivated ones. */
  async requireById(actor: Actor, id: number): Promise<UserGroup> {
    const group = await this.userGroupsRepository.findById(actor.realmId, id);
    if (!group) throw ApiError.badRequest('Invalid user group');
    return group;
  }

  /** Returns a group for which the actor holds all of the rights, deactivated or not. */
  async requireChangeable(actor: Actor, id: number, rights: GroupRight[]): Promise<UserGroup> {
    const group = await this.requireById(actor, id);
    if (group.isSystemGroup) throw ApiError.badRequest('System groups cannot be changed');
    const granted = await this.rightsOf(actor, group);
    if (!rights.every(granted)) throw ApiError.insufficientPermission();
    return group;
  }

  private async rightsOf(actor: Actor, group: UserGroup): Promise<(right: GroupRight) => boolean> {
    if (await this.realmPermissions.holds(actor, 'can_manage_all_groups')) return () => true;
    const graph = await this.groupMembership.graph(actor.realmId);
    const holders = await this.groupsService.permissions(actor.realmId, group);
    const holds = (permission: GroupPermissionName): boolean =>
      (actor.role !== Role.Guest || GROUP_PERMISSIONS[permission].allowEveryoneGroup) &&
      graph.contains(holders[permission], actor);
    return (right) => GRANTED_BY[right].some(holds);
  }
}
