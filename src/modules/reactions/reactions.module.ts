import { Module } from '@nestjs/common';
import { EmojiModule } from '#modules/emoji/emoji.module.js';
import { MessagesModule } from '#modules/messages/messages.module.js';
import { UserTopicsModule } from '#modules/user-topics/user-topics.module.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { ReactionEntity } from './reaction.entity.js';
import { ReactionNotices } from './reaction-notices.service.js';
import { ReactionsController } from './reactions.controller.js';
import { ReactionsRepository } from './reactions.repository.js';
import { ReactionsService } from './reactions.service.js';

@Module({
  imports: [
    DatabaseModule.forFeature([ReactionEntity]),
    EmojiModule,
    MessagesModule,
    UserTopicsModule,
  ],
  controllers: [ReactionsController],
  providers: [ReactionNotices, ReactionsRepository, ReactionsService],
})
export class ReactionsModule {}
