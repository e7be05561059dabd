import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GroupsModule } from '#modules/groups/groups';
import { MessageFlagsModule } from '#modules/messages/flags';
import { RenderModule } from '#modules/messages/render';
import { SubmessagesModule } from '#modules/messages/submessages';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { UserTopicsModule } from '#modules/streams/user-topics';
import { UsersModule } from '#modules/users/users';
import { VisibilityChangesModule } from '#modules/users/visibility-changes';
import { VisibilityModule } from '#modules/users/visibility';
import { BotNoticeEntity } from './bot-notice.entity.js';
import { BotNoticesRepository } from './bot-notices.repository.js';
import { BotNotices } from './bot-notices.service.js';
import { ChannelActivity } from './channel-activity.service.js';
import { DirectConversations } from './direct-conversations.service.js';
import { DirectRecipients } from './direct-recipients.service.js';
import { ForgedSenders } from './forged-sender.service.js';
import { ForgingRepository } from './forging.repository.js';
import { ListeningBots } from './listening-bots.service.js';
import { MessageAddressService } from './message-address.service.js';
import { MessageAnnouncements } from './message-announcements.service.js';
import { MessageComposer } from './message-composer.service.js';
import { MessageDeliveryService } from './message-delivery.service.js';
import { MessageEchoEntity } from './message-echo.entity.js';
import { MessageNames } from './message-names.service.js';
import { MessagesController } from './messages.controller.js';
import { MessagesWorker } from './messages.worker.js';
import { NewMessagesRepository } from './new-messages.repository.js';
import { RecipientsRepository } from './recipients.repository.js';
import { SendMessageService } from './send-message.service.js';

@Module({
  imports: [
    VisibilityModule,
    TypeOrmModule.forFeature([BotNoticeEntity, MessageEchoEntity]),
    GroupsModule,
    MessageFlagsModule,
    RenderModule,
    SubmessagesModule,
    RealmsModule,
    StreamsModule,
    UserTopicsModule,
    UsersModule,
    VisibilityChangesModule,
  ],
  controllers: [MessagesController],
  providers: [
    BotNotices,
    BotNoticesRepository,
    ChannelActivity,
    DirectConversations,
    DirectRecipients,
    ForgedSenders,
    ForgingRepository,
    ListeningBots,
    MessageAddressService,
    MessageAnnouncements,
    MessageComposer,
    MessageDeliveryService,
    MessageNames,
    MessagesWorker,
    NewMessagesRepository,
    RecipientsRepository,
    SendMessageService,
  ],
  exports: [DirectRecipients, ForgedSenders, MessageAddressService, SendMessageService],
})
export class SendMessagesModule {}
