import { Module } from '@nestjs/common';
import { AlertWordsModule } from '#modules/alert-words/alert-words.module.js';
import { EmojiModule } from '#modules/emoji/emoji.module.js';
import { GroupsModule } from '#modules/groups/groups.module.js';
import { LinkifiersModule } from '#modules/linkifiers/linkifiers.module.js';
import { MarkdownModule } from '#modules/markdown/markdown.module.js';
import { NarrowModule } from '#modules/narrow/narrow.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { SettingsModule } from '#modules/settings/settings.module.js';
import { StreamsModule } from '#modules/streams/streams.module.js';
import { UserTopicsModule } from '#modules/user-topics/user-topics.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { ChannelActivity } from './channel-activity.service.js';
import { EditedContentService } from './edited-content.service.js';
import { FetchMessagesService } from './fetch-messages.service.js';
import { HistoricalCopies } from './historical-copies.service.js';
import { LostAccess } from './lost-access.service.js';
import { MarkReadRepository } from './mark-read.repository.js';
import { MarkReadService } from './mark-read.service.js';
import { MessageAccessRepository } from './message-access.repository.js';
import { MessageAddressService } from './message-address.service.js';
import { MessageComposer } from './message-composer.service.js';
import { MessageDeletionRepository } from './message-deletion.repository.js';
import { MessageDeletionService } from './message-deletion.service.js';
import { MessageDeliveryService } from './message-delivery.service.js';
import { MessageFlagsController } from './message-flags.controller.js';
import { MessageFlagsRepository } from './message-flags.repository.js';
import { MessageFlagsService } from './message-flags.service.js';
import { MessageRange } from './message-range.service.js';
import { MessageReaders } from './message-readers.service.js';
import { MessageReferencesRepository } from './message-references.repository.js';
import { MessageReferencesService } from './message-references.service.js';
import { MessageEchoEntity } from './message-echo.entity.js';
import { MessageMentionsRepository } from './message-mentions.repository.js';
import { MessageMentionsService } from './message-mentions.service.js';
import { MessageEntity, RecipientEntity, UserMessageEntity } from './message.entity.js';
import { FindMessagesController } from './find-messages.controller.js';
import { MessagesAccess } from './messages.access.js';
import { MessagesController } from './messages.controller.js';
import { MessagesRepository } from './messages.repository.js';
import { MessagesSnapshotRepository } from './messages-snapshot.repository.js';
import { MessagesSnapshot } from './messages.snapshot.js';
import { MutedSendersRepository } from './muted-senders.repository.js';
import { MutedSenders } from './muted-senders.service.js';
import { NarrowFlagsService } from './narrow-flags.service.js';
import { NewMessagesRepository } from './new-messages.repository.js';
import { RenderMessageService } from './render-message.service.js';
import { SendMessageService } from './send-message.service.js';
import { SubmessageEntity } from './submessage.entity.js';
import { SubmessagesRepository } from './submessages.repository.js';

export { MessagesSnapshot } from './messages.snapshot.js';

@Module({
  imports: [
    DatabaseModule.forFeature([
      MessageEchoEntity,
      MessageEntity,
      RecipientEntity,
      SubmessageEntity,
      UserMessageEntity,
    ]),
    AlertWordsModule,
    EmojiModule,
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
  controllers: [FindMessagesController, MessageFlagsController, MessagesController],
  providers: [
    ChannelActivity,
    EditedContentService,
    FetchMessagesService,
    HistoricalCopies,
    LostAccess,
    MarkReadRepository,
    MarkReadService,
    MessageAccessRepository,
    MessageAddressService,
    MessageComposer,
    MessageDeletionRepository,
    MessageDeletionService,
    MessageDeliveryService,
    MessageFlagsRepository,
    MessageFlagsService,
    MessageMentionsRepository,
    MessageMentionsService,
    MessageRange,
    MessageReaders,
    MessageReferencesRepository,
    MessageReferencesService,
    MessagesAccess,
    MessagesRepository,
    MessagesSnapshot,
    MessagesSnapshotRepository,
    MutedSenders,
    MutedSendersRepository,
    NarrowFlagsService,
    NewMessagesRepository,
    RenderMessageService,
    SendMessageService,
    SubmessagesRepository,
  ],
  exports: [
    EditedContentService,
    HistoricalCopies,
    LostAccess,
    MessageAddressService,
    MessageDeletionService,
    MessageFlagsService,
    MessageMentionsService,
    MessageReaders,
    MessagesAccess,
    MessagesSnapshot,
    MutedSenders,
    RenderMessageService,
    SendMessageService,
  ],
})
export class MessagesModule {}
