import { Module } from '@nestjs/common';
import { GroupsModule } from '#modules/groups/groups';
import { MarkdownModule } from '#modules/markdown/markdown';
import { NarrowModule } from '#modules/messages/narrow';
import { EmojiModule } from '#modules/realms/emoji';
import { LinkifiersModule } from '#modules/realms/linkifiers';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { UserTopicsModule } from '#modules/streams/user-topics';
import { AlertWordsModule } from '#modules/users/alert-words';
import { SettingsModule } from '#modules/users/settings-catalogue';
import { UsersModule } from '#modules/users/users';
import { EncountersModule } from '#modules/users/visibility';
import { DatabaseModule } from '#platform/database/database.module.js';
import { BotNoticeEntity } from './bot-notice.entity.js';
import { BotNoticesRepository } from './bot-notices.repository.js';
import { BotNotices } from './bot-notices.service.js';
import { ChannelActivity } from './channel-activity.service.js';
import { DirectConversations } from './direct-conversations.service.js';
import { DirectRecipients } from './direct-recipients.service.js';
import { EditedContentService } from './edited-content.service.js';
import { FetchMessagesService } from './fetch-messages.service.js';
import { FindMessagesController } from './find-messages.controller.js';
import { ForgedSenders } from './forged-sender.service.js';
import { ForgingRepository } from './forging.repository.js';
import { HistoricalCopies } from './historical-copies.service.js';
import { ListeningBots } from './listening-bots.service.js';
import { LostAccess } from './lost-access.service.js';
import { MarkReadRepository } from './mark-read.repository.js';
import { MarkReadService } from './mark-read.service.js';
import { MessageAccessRepository } from './message-access.repository.js';
import { MessageAddressService } from './message-address.service.js';
import { MessageAnnouncements } from './message-announcements.service.js';
import { MessageComposer } from './message-composer.service.js';
import { MessageDeletionRepository } from './message-deletion.repository.js';
import { MessageDeletionService } from './message-deletion.service.js';
import { MessageDeliveryService } from './message-delivery.service.js';
import { MessageEchoEntity } from './message-echo.entity.js';
import { MessageFlagsController } from './message-flags.controller.js';
import { MessageFlagsRepository } from './message-flags.repository.js';
import { MessageFlagsService } from './message-flags.service.js';
import { MessageMentionsRepository } from './message-mentions.repository.js';
import { MessageMentionsService } from './message-mentions.service.js';
import { MessageNames } from './message-names.service.js';
import { MessagePlaces } from './message-places.service.js';
import { MessageRange } from './message-range.service.js';
import { MessageReaders } from './message-readers.service.js';
import { MessageReferencesRepository } from './message-references.repository.js';
import { MessageReferencesService } from './message-references.service.js';
import { MessageViews } from './message-views.service.js';
import { MessageEntity, RecipientEntity, UserMessageEntity } from './message.entity.js';
import { MessagesSnapshotRepository } from './messages-snapshot.repository.js';
import { MessagesAccess } from './messages.access.js';
import { MessagesController } from './messages.controller.js';
import { MessagesRepository } from './messages.repository.js';
import { MessagesSnapshot } from './messages.snapshot.js';
import { MessagesWorker } from './messages.worker.js';
import { MutedSendersRepository } from './muted-senders.repository.js';
import { MutedSenders } from './muted-senders.service.js';
import { NarrowFlagsService } from './narrow-flags.service.js';
import { NewMessagesRepository } from './new-messages.repository.js';
import { RecipientsRepository } from './recipients.repository.js';
import { RenderMessageService } from './render-message.service.js';
import { SendMessageService } from './send-message.service.js';
import { SubmessageEntity } from './submessage.entity.js';
import { SubmessagesController } from './submessages.controller.js';
import { SubmessagesRepository } from './submessages.repository.js';
import { SubmessagesService } from './submessages.service.js';

@Module({
  imports: [
    DatabaseModule.forFeature([
      BotNoticeEntity,
      MessageEchoEntity,
      MessageEntity,
      RecipientEntity,
      SubmessageEntity,
      UserMessageEntity,
    ]),
    AlertWordsModule,
    EmojiModule,
    EncountersModule,
    GroupsModule,
    LinkifiersModule,
    MarkdownModule,
    NarrowModule,
    RealmsModule,
    SettingsModule,
    StreamsModule,
    UserTopicsModule,
    UsersModule,
  ],
  controllers: [
    FindMessagesController,
    MessageFlagsController,
    MessagesController,
    SubmessagesController,
  ],
  providers: [
    BotNotices,
    BotNoticesRepository,
    ChannelActivity,
    DirectConversations,
    DirectRecipients,
    EditedContentService,
    FetchMessagesService,
    ForgedSenders,
    ForgingRepository,
    HistoricalCopies,
    ListeningBots,
    LostAccess,
    MarkReadRepository,
    MarkReadService,
    MessageAccessRepository,
    MessageAddressService,
    MessageAnnouncements,
    MessageComposer,
    MessageDeletionRepository,
    MessageDeletionService,
    MessageDeliveryService,
    MessageFlagsRepository,
    MessageFlagsService,
    MessageMentionsRepository,
    MessageMentionsService,
    MessageNames,
    MessagePlaces,
    MessageRange,
    MessageReaders,
    MessageReferencesRepository,
    MessageReferencesService,
    MessageViews,
    MessagesAccess,
    MessagesRepository,
    MessagesSnapshot,
    MessagesSnapshotRepository,
    MessagesWorker,
    MutedSenders,
    MutedSendersRepository,
    NarrowFlagsService,
    NewMessagesRepository,
    RecipientsRepository,
    RenderMessageService,
    SendMessageService,
    SubmessagesRepository,
    SubmessagesService,
  ],
  exports: [
    DirectRecipients,
    EditedContentService,
    ForgedSenders,
    HistoricalCopies,
    LostAccess,
    MessageAddressService,
    MessageDeletionService,
    MessageFlagsService,
    MessageMentionsService,
    MessageReaders,
    MessagesAccess,
    MutedSenders,
    RenderMessageService,
    SendMessageService,
  ],
})
export class MessagesModule {}
