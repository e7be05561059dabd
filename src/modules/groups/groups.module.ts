import { Module } from '@nestjs/common';
import { DatabaseModule } from '#platform/database/database.module.js';
import { GroupMembership } from './group-membership.service.js';
import { GroupsRepository } from './groups.repository.js';
import { GroupsService } from './groups.service.js';
import { GroupsSnapshot } from './groups.snapshot.js';
import {
  UserGroupEntity,
  UserGroupMemberEntity,
  UserGroupSubgroupEntity,
} from './user-group.entity.js';

@Module({
  imports: [
    DatabaseModule.forFeature([UserGroupEntity, UserGroupMemberEntity, UserGroupSubgroupEntity]),
  ],
  providers: [GroupMembership, GroupsRepository, GroupsService, GroupsSnapshot],
  exports: [GroupMembership, GroupsService, GroupsSnapshot],
})
export class GroupsModule {}
