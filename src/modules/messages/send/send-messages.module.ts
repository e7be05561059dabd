import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GroupsModule } from '#modules/groups/groups';
import { RenderModule } from '#modules/messages/render';
import { SubmessagesModule } from '#modules/messages/submessages';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { UserTopicsModule } from '#modules/streams/user-topics';
import { AttachmentsModule } from '#modules/uploads/attachments';
import { UserEntity, UsersModule } from '#modules/users/users';
import { VisibilityChangesModule } from '#modules/users/visibility-changes';
import { VisibilityModule } from '#modules/users/visibility';
import { BotOwnerNotificationEntity } from './bot-owner-notification.entity.js';
import { BotOwnerNotificationsRepository } from './bot-owner-notifications.repository.js';
import { BotOwnerNotifications } from './bot-owner-notifications.service.js';
import { DirectConversations } from './direct-conversations.service.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';
import { IdempotencyKeysService } from './idempotency-keys.service.js';
import { IdempotencyKeysWorker } from './idempotency-keys.worker.js';
import { MessageComposer } from './message-composer.service.js';
import { SendMessageController } from './send-message.controller.js';
import { MirroredSendersRepository } from './mirrored-senders.repository.js';
import { MirroredSenders } from './mirrored-senders.service.js';
import { NewMessagesRepository } from './new-messages.repository.js';
import { RecipientsRepository } from './recipients.repository.js';
import { SendMessageAccess } from './send-message.access.js';
import { SendMessageService } from './send-message.service.js';

@Module({
  imports: [
    VisibilityModule,
    TypeOrmModule.forFeature([BotOwnerNotificationEntity, IdempotencyKeyEntity, UserEntity]),
    AttachmentsModule,
    GroupsModule,
    RenderModule,
    SubmessagesModule,
    RealmsModule,
    StreamsModule,
    UserTopicsModule,
    UsersModule,
    VisibilityChangesModule,
  ],
  controllers: [SendMessageController],
  providers: [
    BotOwnerNotifications,
    BotOwnerNotificationsRepository,
    DirectConversations,
    IdempotencyKeysService,
    IdempotencyKeysWorker,
    MessageComposer,
    MirroredSenders,
    MirroredSendersRepository,
    NewMessagesRepository,
    RecipientsRepository,
    SendMessageAccess,
    SendMessageService,
  ],
  exports: [DirectConversations, MirroredSenders, SendMessageAccess, SendMessageService],
})
export class SendMessagesModule {}
