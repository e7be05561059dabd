import { Controller, Get, Post } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/groups';
import { UsersAccess } from '#modules/users/users';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { UserGroupMembersService } from './user-group-members.service.js';
import { UserGroupsAccess } from './user-groups.access.js';
import {
  GetGroupMembersDto,
  GetSubgroupsDto,
  UpdateGroupMembersDto,
  UpdateSubgroupsDto,
} from './user-groups.dto.js';
import { UserGroupsRepository } from './user-groups.repository.js';

@Controller('user_groups/:user_group_id')
export class UserGroupMembersController {
  constructor(
    private readonly userGroupsAccess: UserGroupsAccess,
    private readonly userGroupsRepository: UserGroupsRepository,
    private readonly userGroupMembersService: UserGroupMembersService,
    private readonly groupMembership: GroupMembership,
    private readonly usersAccess: UsersAccess,
  ) {}

  @Get('members')
  @RequireRole(Role.Member)
  async list(
    @CurrentActor() actor: Actor,
    @PathId('user_group_id') groupId: number,
    @Input() input: GetGroupMembersDto,
  ): Promise<ResponseOf<'get-user-group-members'>> {
    const { id } = await this.userGroupsAccess.requireById(actor, groupId);
    const members = input.direct_member_only
      ? await this.userGroupsRepository.directMembers(id)
      : await this.userGroupsRepository.findAllMemberIds(id);
    return { members };
  }

  @Post('members')
  async change(
    @CurrentActor() actor: Actor,
    @PathId('user_group_id') groupId: number,
    @Input() input: UpdateGroupMembersDto,
  ): Promise<ResponseOf<'update-user-group-members'>> {
    await this.userGroupMembersService.change(actor, groupId, {
      addMembers: input.add,
      removeMembers: input.delete,
      addSubgroups: input.add_subgroups,
      removeSubgroups: input.delete_subgroups,
    });
  }

  @Get('members/:user_id')
  @RequireRole(Role.Member)
  async isMember(
    @CurrentActor() actor: Actor,
    @PathId('user_group_id') groupId: number,
    @PathId('user_id') userId: number,
    @Input() input: GetGroupMembersDto,
  ): Promise<ResponseOf<'get-is-user-group-member'>> {
    const { id } = await this.userGroupsAccess.requireById(actor, groupId);
    const { isActive, role } = await this.usersAccess.requireById(actor, userId);
    const isInside = input.direct_member_only
      ? await this.userGroupsRepository.isDirectMember(id, userId)
      : await this.groupMembership.isMember(actor.realmId, { userId, role }, id);
    return { is_user_group_member: isActive && isInside };
  }

  @Get('subgroups')
  @RequireRole(Role.Member)
  async listSubgroups(
    @CurrentActor() actor: Actor,
    @PathId('user_group_id') groupId: number,
    @Input() input: GetSubgroupsDto,
  ): Promise<ResponseOf<'get-user-group-subgroups'>> {
    const { id } = await this.userGroupsAccess.requireById(actor, groupId);
    const subgroups = input.direct_subgroup_only
      ? await this.userGroupsRepository.directSubgroups(id)
      : await this.userGroupsRepository.findAllSubgroupIds(id);
    return { subgroups };
  }

  @Post('subgroups')
  async changeSubgroups(
    @CurrentActor() actor: Actor,
    @PathId('user_group_id') groupId: number,
    @Input() input: UpdateSubgroupsDto,
  ): Promise<ResponseOf<'update-user-group-subgroups'>> {
    await this.userGroupMembersService.change(actor, groupId, {
      addSubgroups: input.add,
      removeSubgroups: input.delete,
    });
  }
}
