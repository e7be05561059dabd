import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthenticationModule } from '#modules/auth/authentication';
import { EmailChangeModule } from '#modules/auth/email-change';
import { PasswordsModule } from '#modules/auth/passwords';
import { BotRecordsModule } from '#modules/bots/records';
import { GroupsModule } from '#modules/groups/groups';
import { InvitesModule } from '#modules/invites/invites';
import { DeleteMessagesModule } from '#modules/messages/delete';
import { MessageFlagsModule } from '#modules/messages/flags';
import { MessageEntity } from '#modules/messages/messages';
import { SipModule } from '#modules/calls/sip';
import { VideoLinksModule } from '#modules/calls/video-links';
import { RealmsModule } from '#modules/realms/realms';
import { DefaultStreamGroupsModule } from '#modules/streams/default-stream-groups';
import { StreamsModule } from '#modules/streams/streams';
import { SubscriptionsModule } from '#modules/streams/subscriptions';
import { TopicIconsModule } from '#modules/streams/topic-icons';
import { UserCreationModule } from '#modules/users/creation';
import { PresenceModule } from '#modules/users/presence';
import { ProfileFieldsModule } from '#modules/users/profile-fields';
import { UserStatusModule } from '#modules/users/status';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { VisibilityChangesModule } from '#modules/users/visibility-changes';
import { AccountsController } from './accounts.controller.js';
import { AccountsWorker } from './accounts.worker.js';
import { BotOwners } from './bot-owners.service.js';
import { ChangeRoleService } from './change-role.service.js';
import { DeactivateUserService } from './deactivate-user.service.js';
import { DeleteSentMessagesService } from './delete-sent-messages.service.js';
import { ReactivateUserService } from './reactivate-user.service.js';
import { SentMessagesRepository } from './sent-messages.repository.js';
import { StreamAccessChanges } from './stream-access-changes.service.js';
import { UpdateUserService } from './update-user.service.js';

/** Operations on accounts by administrators and by the users themselves, with all consequences. */
@Module({
  imports: [
    TypeOrmModule.forFeature([MessageEntity]),
    AuthenticationModule,
    BotRecordsModule,
    DefaultStreamGroupsModule,
    DeleteMessagesModule,
    EmailChangeModule,
    GroupsModule,
    InvitesModule,
    MessageFlagsModule,
    PasswordsModule,
    PresenceModule,
    ProfileFieldsModule,
    RealmsModule,
    SipModule,
    StreamsModule,
    SubscriptionsModule,
    TopicIconsModule,
    UserCreationModule,
    UserStatusModule,
    UsersModule,
    VideoLinksModule,
    VisibilityChangesModule,
    VisibilityModule,
  ],
  controllers: [AccountsController],
  providers: [
    AccountsWorker,
    BotOwners,
    ChangeRoleService,
    DeactivateUserService,
    DeleteSentMessagesService,
    ReactivateUserService,
    SentMessagesRepository,
    StreamAccessChanges,
    UpdateUserService,
  ],
  exports: [BotOwners, ChangeRoleService, DeactivateUserService],
})
export class AccountsModule {}
