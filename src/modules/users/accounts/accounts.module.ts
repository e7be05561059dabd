import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EmailChangeModule } from '#modules/auth/email-change';
import { BotRecordsModule } from '#modules/bots/records';
import { DeleteMessagesModule } from '#modules/messages/delete';
import { MessageFlagsModule } from '#modules/messages/flags';
import { GroupsModule } from '#modules/groups/groups';
import { InvitesModule } from '#modules/invites/invites';
import { RealmDomainsModule } from '#modules/realms/domains';
import { RealmsModule } from '#modules/realms/realms';
import { RealmSetupModule } from '#modules/realms/setup';
import { StreamsModule } from '#modules/streams/streams';
import { SubscriptionsModule } from '#modules/streams/subscriptions';
import { TopicsModule } from '#modules/streams/topics';
import { PresenceModule } from '#modules/users/presence';
import { ProfileFieldsModule } from '#modules/users/profile-fields';
import { UserStatusModule } from '#modules/users/status';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { VisibilityChangesModule } from '#modules/users/visibility-changes';
import { AccountActivity } from './account-activity.service.js';
import { AccountsAccess } from './accounts.access.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsWorker } from './accounts.worker.js';
import { BotOwners } from './bot-owners.service.js';
import { ChannelSights } from './channel-sights.service.js';
import { CreateAccountService } from './create-account.service.js';
import { Deactivation } from './deactivation.service.js';
import { MessagePurgeEntity } from './message-purge.entity.js';
import { MessagePurgesRepository } from './message-purges.repository.js';
import { MessagePurges } from './message-purges.service.js';
import { MessagePurging } from './message-purging.service.js';
import { PendingEmailLinks } from './pending-email-links.service.js';
import { RemoveAccountService } from './remove-account.service.js';
import { RestoreAccountService } from './restore-account.service.js';
import { RoleChanges } from './role-changes.service.js';
import { UpdateAccountService } from './update-account.service.js';

/**
 * What happens to accounts, with all that follows in other features. What those ask of users is in
 * UsersModule.
 */
@Module({
  imports: [
    TypeOrmModule.forFeature([MessagePurgeEntity]),
    BotRecordsModule,
    EmailChangeModule,
    DeleteMessagesModule,
    MessageFlagsModule,
    VisibilityChangesModule,
    GroupsModule,
    InvitesModule,
    PresenceModule,
    ProfileFieldsModule,
    RealmDomainsModule,
    RealmSetupModule,
    RealmsModule,
    StreamsModule,
    SubscriptionsModule,
    TopicsModule,
    UserStatusModule,
    UsersModule,
    VisibilityModule,
  ],
  controllers: [AccountsController],
  providers: [
    AccountActivity,
    AccountsAccess,
    AccountsWorker,
    BotOwners,
    ChannelSights,
    CreateAccountService,
    Deactivation,
    MessagePurges,
    MessagePurgesRepository,
    MessagePurging,
    PendingEmailLinks,
    RemoveAccountService,
    RestoreAccountService,
    RoleChanges,
    UpdateAccountService,
  ],
  exports: [AccountsAccess, BotOwners, Deactivation, RoleChanges],
})
export class AccountsModule {}
