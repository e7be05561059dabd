import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GroupMembership } from './group-membership.service.js';
import { GroupMentionsRepository } from './group-mentions.repository.js';
import { GroupMentions } from './group-mentions.service.js';
import { GroupSettingsAccess } from './group-settings.access.js';
import { GroupSettingsRepository } from './group-settings.repository.js';
import { GroupsRepository } from './groups.repository.js';
import { GroupsService } from './groups.service.js';
import { GroupsSnapshot } from './groups.snapshot.js';
import { UserGroupEntity } from './user-group.entity.js';
import { UserGroupMemberEntity } from './user-group-member.entity.js';
import { UserGroupSubgroupEntity } from './user-group-subgroup.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([UserGroupEntity, UserGroupMemberEntity, UserGroupSubgroupEntity]),
  ],
  providers: [
    GroupMembership,
    GroupMentions,
    GroupMentionsRepository,
    GroupSettingsAccess,
    GroupSettingsRepository,
    GroupsRepository,
    GroupsService,
    GroupsSnapshot,
  ],
  exports: [GroupMembership, GroupMentions, GroupSettingsAccess, GroupsService],
})
export class GroupsModule {}
