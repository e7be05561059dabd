import { Module } from '@nestjs/common';
import { AuthenticationModule } from '#modules/auth/authentication';
import { EmailChangeModule } from '#modules/auth/email-change';
import { PasswordsModule } from '#modules/auth/passwords';
import { BotRecordsModule } from '#modules/bots/records';
import { GroupsModule } from '#modules/groups/groups';
import { InvitesModule } from '#modules/invites/invites';
import { DeleteMessagesModule } from '#modules/messages/delete';
import { MessageFlagsModule } from '#modules/messages/flags';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { SubscriptionsModule } from '#modules/streams/subscriptions';
import { TopicsModule } from '#modules/streams/topics';
import { UserCreationModule } from '#modules/users/creation';
import { PresenceModule } from '#modules/users/presence';
import { ProfileFieldsModule } from '#modules/users/profile-fields';
import { UserStatusModule } from '#modules/users/status';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { VisibilityChangesModule } from '#modules/users/visibility-changes';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsController } from './accounts.controller.js';
import { AccountsWorker } from './accounts.worker.js';
import { BotOwners } from './bot-owners.service.js';
import { ChangeRoleService } from './change-role.service.js';
import { DeactivateUserService } from './deactivate-user.service.js';
import { MessagePurgeEntity } from './message-purge.entity.js';
import { MessagePurgesRepository } from './message-purges.repository.js';
import { MessagePurges } from './message-purges.service.js';
import { MessagePurging } from './message-purging.service.js';
import { ReactivateUserService } from './reactivate-user.service.js';
import { StreamAccessChanges } from './stream-access-changes.service.js';
import { UpdateUserService } from './update-user.service.js';

/** What administrators, and users themselves, do to accounts, with what follows in other modules. */
@Module({
  imports: [
    TypeOrmModule.forFeature([MessagePurgeEntity]),
    AuthenticationModule,
    BotRecordsModule,
    DeleteMessagesModule,
    EmailChangeModule,
    GroupsModule,
    InvitesModule,
    MessageFlagsModule,
    PasswordsModule,
    PresenceModule,
    ProfileFieldsModule,
    RealmsModule,
    StreamsModule,
    SubscriptionsModule,
    TopicsModule,
    UserCreationModule,
    UserStatusModule,
    UsersModule,
    VisibilityChangesModule,
    VisibilityModule,
  ],
  controllers: [AccountsController],
  providers: [
    AccountsWorker,
    BotOwners,
    ChangeRoleService,
    DeactivateUserService,
    MessagePurges,
    MessagePurgesRepository,
    MessagePurging,
    ReactivateUserService,
    StreamAccessChanges,
    UpdateUserService,
  ],
  exports: [BotOwners, ChangeRoleService, DeactivateUserService],
})
export class AccountsModule {}
