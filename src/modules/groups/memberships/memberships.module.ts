// Membership changes with their consequences. Above groups, streams and subscriptions, since settings of
// private streams refer to groups.
import { Module } from '@nestjs/common';
import { MessageFlagsModule } from '#modules/messages/flags';
import { GroupsModule } from '#modules/groups/groups';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { SubscriptionsModule } from '#modules/streams/subscriptions';
import { FullMembersService } from './full-members.service.js';
import { MembershipChange } from './membership-change.service.js';
import { MembershipsWorker } from './memberships.worker.js';

@Module({
  imports: [MessageFlagsModule, GroupsModule, RealmsModule, StreamsModule, SubscriptionsModule],
  providers: [FullMembersService, MembershipChange, MembershipsWorker],
  exports: [FullMembersService, MembershipChange],
})
export class MembershipsModule {}
