// Changes of who is in which group, with all that follows from them. It stands above groups, streams
// and subscriptions, because a private channel can be open to a group.
import { Module } from '@nestjs/common';
import { GroupsModule } from '#modules/groups/groups.module.js';
import { MessagesModule } from '#modules/messages/messages.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { StreamsModule } from '#modules/streams/streams.module.js';
import { SubscriptionsModule } from '#modules/subscriptions/subscriptions.module.js';
import { FullMembersService } from './full-members.service.js';
import { MembershipChange } from './membership-change.service.js';
import { MembershipsWorker } from './memberships.worker.js';

@Module({
  imports: [GroupsModule, MessagesModule, RealmsModule, StreamsModule, SubscriptionsModule],
  providers: [FullMembersService, MembershipChange, MembershipsWorker],
  exports: [FullMembersService, MembershipChange],
})
export class MembershipsModule {}
