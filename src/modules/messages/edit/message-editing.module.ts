import { Module } from '@nestjs/common';
import { DeleteMessagesModule } from '#modules/messages/delete';
import { MessagesModule } from '#modules/messages/messages';
import { RenderModule } from '#modules/messages/render';
import { SendMessagesModule } from '#modules/messages/send';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { TopicsModule } from '#modules/streams/topics';
import { UserTopicsModule } from '#modules/streams/user-topics';
import { UsersModule } from '#modules/users/users';
import { CopiesRepository } from './copies.repository.js';
import { DeleteMessageService } from './delete-message.service.js';
import { EditMessageService } from './edit-message.service.js';
import { EditMessagesAccess } from './edit-messages.access.js';
import { EditedContentService } from './edited-content.service.js';
import { EditedMessagesRepository } from './edited-messages.repository.js';
import { MessageEditingController } from './message-editing.controller.js';
import { MessageHistoryService } from './message-history.service.js';
import { MessageUpdates } from './message-updates.service.js';
import { MoveMessages } from './move-messages.service.js';
import { MoveNotices } from './move-notices.service.js';
import { MovePlans } from './move-plans.service.js';
import { MovedStreams } from './moved-streams.service.js';
import { MovedCopies } from './moved-copies.service.js';
import { NotificationBot } from './notification-bot.service.js';
import { RerenderMessage } from './rerender-message.service.js';
import { WriteEdit } from './write-edit.service.js';

@Module({
  imports: [
    DeleteMessagesModule,
    MessagesModule,
    RenderModule,
    SendMessagesModule,
    RealmsModule,
    StreamsModule,
    TopicsModule,
    UserTopicsModule,
    UsersModule,
  ],
  controllers: [MessageEditingController],
  providers: [
    CopiesRepository,
    DeleteMessageService,
    EditMessageService,
    EditMessagesAccess,
    EditedContentService,
    EditedMessagesRepository,
    MessageHistoryService,
    MessageUpdates,
    MoveMessages,
    MoveNotices,
    MovePlans,
    MovedStreams,
    MovedCopies,
    NotificationBot,
    RerenderMessage,
    WriteEdit,
  ],
  exports: [RerenderMessage],
})
export class MessageEditingModule {}
