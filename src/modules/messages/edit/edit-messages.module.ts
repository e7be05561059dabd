import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeleteMessagesModule } from '#modules/messages/delete';
import { MessageEntity, MessagesModule, UserMessageEntity } from '#modules/messages/messages';
import { RenderModule } from '#modules/messages/render';
import { SendMessagesModule } from '#modules/messages/send';
import { RealmsModule } from '#modules/realms/realms';
import { StreamEntity, StreamsModule } from '#modules/streams/streams';
import { TopicIconsModule } from '#modules/streams/topic-icons';
import { UserTopicsModule } from '#modules/streams/user-topics';
import { AttachmentsModule } from '#modules/uploads/attachments';
import { UsersModule } from '#modules/users/users';
import { EditMessageAccess } from './edit-message.access.js';
import { EditMessageController } from './edit-message.controller.js';
import { EditMessageService } from './edit-message.service.js';
import { EditedMessagesRepository } from './edited-messages.repository.js';
import { MessageHistoryService } from './message-history.service.js';
import { MessageUpdates } from './message-updates.service.js';
import { MoveMessagesService } from './move-messages.service.js';
import { MoveNotifications } from './move-notifications.service.js';
import { MovedUserMessages } from './moved-user-messages.service.js';
import { RerenderMessage } from './rerender-message.service.js';
import { UserMessagesRepository } from './user-messages.repository.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([MessageEntity, StreamEntity, UserMessageEntity]),
    AttachmentsModule,
    DeleteMessagesModule,
    MessagesModule,
    RealmsModule,
    RenderModule,
    SendMessagesModule,
    StreamsModule,
    TopicIconsModule,
    UserTopicsModule,
    UsersModule,
  ],
  controllers: [EditMessageController],
  providers: [
    EditMessageAccess,
    EditMessageService,
    EditedMessagesRepository,
    MessageHistoryService,
    MessageUpdates,
    MoveMessagesService,
    MoveNotifications,
    MovedUserMessages,
    RerenderMessage,
    UserMessagesRepository,
  ],
  exports: [RerenderMessage],
})
export class EditMessagesModule {}
