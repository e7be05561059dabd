import { Controller, Get } from '@nestjs/common';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { UserGroupMembersService } from './user-group-members.service.js';
import {
  GetGroupMembersDto,
  GetSubgroupsDto,
  UpdateGroupMembersDto,
  UpdateSubgroupsDto,
} from './user-groups.dto.js';

@Controller('user_groups/:user_group_id')
export class UserGroupMembersController {
  constructor(private readonly userGroupMembersService: UserGroupMembersService) {}

  @Get('members')
  @RequireRole(Role.Member)
  async list(
    @CurrentActor() actor: Actor,
    @PathId('user_group_id') groupId: number,
    @Input() input: GetGroupMembersDto,
  ): Promise<ResponseOf<'get-user-group-members'>> {
    const options = { directOnly: input.direct_member_only };
    return { members: await this.userGroupMembersService.memberIds(actor, groupId, options) };
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
    const options = { directOnly: input.direct_member_only };
    return {
      is_user_group_member: await this.userGroupMembersService.isMember(
        actor,
        groupId,
        userId,
        options,
      ),
    };
  }

  @Get('subgroups')
  @RequireRole(Role.Member)
  async listSubgroups(
    @CurrentActor() actor: Actor,
    @PathId('user_group_id') groupId: number,
    @Input() input: GetSubgroupsDto,
  ): Promise<ResponseOf<'get-user-group-subgroups'>> {
    const options = { directOnly: input.direct_subgroup_only };
    return { subgroups: await this.userGroupMembersService.subgroupIds(actor, groupId, options) };
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
