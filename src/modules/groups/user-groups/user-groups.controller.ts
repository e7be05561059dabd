import { Controller, Get } from '@nestjs/common';
import { GroupsService } from '#modules/groups/groups';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Patch, Post } from '#platform/http/write-routes.js';
import { CreateUserGroupService } from './create-user-group.service.js';
import { DeactivateUserGroupService } from './deactivate-user-group.service.js';
import { EditUserGroupService } from './edit-user-group.service.js';
import { CreateUserGroupDto, GetUserGroupsDto, UpdateUserGroupDto } from './user-groups.dto.js';

@Controller('user_groups')
export class UserGroupsController {
  constructor(
    private readonly createUserGroupService: CreateUserGroupService,
    private readonly editUserGroupService: EditUserGroupService,
    private readonly deactivateUserGroupService: DeactivateUserGroupService,
    private readonly groupsService: GroupsService,
  ) {}

  @Get()
  @RequireRole(Role.Member)
  async list(
    @CurrentActor() actor: Actor,
    @Input() input: GetUserGroupsDto,
  ): Promise<ResponseOf<'get-user-groups'>> {
    const includeDeactivated = input.include_deactivated_groups;
    return { user_groups: await this.groupsService.list(actor.realmId, { includeDeactivated }) };
  }

  @Post('create')
  async create(
    @CurrentActor() actor: Actor,
    @Input() input: CreateUserGroupDto,
  ): Promise<ResponseOf<'create-user-group'>> {
    const { name, description, members, subgroups, ...permissions } = input;
    const id = await this.createUserGroupService.create(actor, {
      name,
      description,
      memberIds: members,
      subgroupIds: subgroups,
      permissions,
    });
    return { group_id: id };
  }

  @Patch(':user_group_id')
  async edit(
    @CurrentActor() actor: Actor,
    @PathId('user_group_id') id: number,
    @Input() input: UpdateUserGroupDto,
  ): Promise<ResponseOf<'update-user-group'>> {
    const { name, description, deactivated, ...permissions } = input;
    await this.editUserGroupService.edit(actor, id, {
      name,
      description,
      deactivated,
      permissions,
    });
  }

  @Post(':user_group_id/deactivate')
  async deactivate(
    @CurrentActor() actor: Actor,
    @PathId('user_group_id') id: number,
  ): Promise<ResponseOf<'deactivate-user-group'>> {
    await this.deactivateUserGroupService.deactivate(actor, id);
  }
}
