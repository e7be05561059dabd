import { Module } from '@nestjs/common';
import { MessageFlagsModule } from '#modules/messages/flags';
import { MessagesModule } from '#modules/messages/messages';
import { EmojiModule } from '#modules/realms/emoji';
import { UserTopicsModule } from '#modules/streams/user-topics';
import { DatabaseModule } from '#platform/database/database.module.js';
import { ReactionNotices } from './reaction-notices.service.js';
import { ReactionEntity } from './reaction.entity.js';
import { ReactionsController } from './reactions.controller.js';
import { ReactionsRepository } from './reactions.repository.js';
import { ReactionsService } from './reactions.service.js';

@Module({
  imports: [
    MessageFlagsModule,
    MessagesModule,
    DatabaseModule.forFeature([ReactionEntity]),
    EmojiModule,
    UserTopicsModule,
  ],
  controllers: [ReactionsController],
  providers: [ReactionNotices, ReactionsRepository, ReactionsService],
})
export class ReactionsModule {}
