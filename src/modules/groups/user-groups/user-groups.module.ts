import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  GroupsModule,
  UserGroupEntity,
  UserGroupMemberEntity,
  UserGroupSubgroupEntity,
} from '#modules/groups/groups';
import { MembershipsModule } from '#modules/groups/memberships';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { UsersModule } from '#modules/users/users';
import { CreateUserGroupService } from './create-user-group.service.js';
import { DeactivateUserGroupService } from './deactivate-user-group.service.js';
import { EditUserGroupService } from './edit-user-group.service.js';
import { UserGroupContents } from './user-group-contents.service.js';
import { UserGroupMembersController } from './user-group-members.controller.js';
import { UserGroupMembersService } from './user-group-members.service.js';
import { UserGroupsAccess } from './user-groups.access.js';
import { UserGroupsController } from './user-groups.controller.js';
import { UserGroupsRepository } from './user-groups.repository.js';

/** The API of user groups. GroupsModule serves the other modules. */
@Module({
  imports: [
    TypeOrmModule.forFeature([UserGroupEntity, UserGroupMemberEntity, UserGroupSubgroupEntity]),
    GroupsModule,
    MembershipsModule,
    RealmsModule,
    StreamsModule,
    UsersModule,
  ],
  controllers: [UserGroupsController, UserGroupMembersController],
  providers: [
    CreateUserGroupService,
    DeactivateUserGroupService,
    EditUserGroupService,
    UserGroupContents,
    UserGroupMembersService,
    UserGroupsAccess,
    UserGroupsRepository,
  ],
  exports: [UserGroupMembersService, UserGroupsAccess],
})
export class UserGroupsModule {}
