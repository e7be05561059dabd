import { Module } from '@nestjs/common';
import { GroupsModule } from '#modules/groups/groups';
import { MarkdownModule } from '#modules/markdown/markdown';
import { EmojiModule } from '#modules/realms/emoji';
import { LinkifiersModule } from '#modules/realms/linkifiers';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { AlertWordsModule } from '#modules/users/alert-words';
import { SettingsModule } from '#modules/users/settings-catalogue';
import { AttachmentsModule } from '#modules/uploads/attachments';
import { ThumbnailsModule } from '#modules/uploads/thumbnails';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { MessageMentionsRepository } from './message-mentions.repository.js';
import { MessageMentionsService } from './message-mentions.service.js';
import { MessageReferencesRepository } from './message-references.repository.js';
import { MessageReferencesService } from './message-references.service.js';
import { RenderMessageController } from './render-message.controller.js';
import { RenderMessageService } from './render-message.service.js';

@Module({
  imports: [
    VisibilityModule,
    AttachmentsModule,
    GroupsModule,
    MarkdownModule,
    EmojiModule,
    LinkifiersModule,
    RealmsModule,
    StreamsModule,
    AlertWordsModule,
    SettingsModule,
    ThumbnailsModule,
    UsersModule,
  ],
  controllers: [RenderMessageController],
  providers: [
    MessageMentionsRepository,
    MessageMentionsService,
    MessageReferencesRepository,
    MessageReferencesService,
    RenderMessageService,
  ],
  exports: [MessageMentionsService, RenderMessageService],
})
export class RenderModule {}
