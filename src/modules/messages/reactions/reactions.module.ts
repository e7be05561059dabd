import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MessageFlagsModule } from '#modules/messages/flags';
import { MessageEntity, MessagesModule } from '#modules/messages/messages';
import { EmojiModule } from '#modules/realms/emoji';
import { UserTopicsModule } from '#modules/streams/user-topics';
import { ReactionEntity } from './reaction.entity.js';
import { ReactionsController } from './reactions.controller.js';
import { ReactionsRepository } from './reactions.repository.js';
import { ReactionsService } from './reactions.service.js';

@Module({
  imports: [
    MessageFlagsModule,
    MessagesModule,
    TypeOrmModule.forFeature([MessageEntity, ReactionEntity]),
    EmojiModule,
    UserTopicsModule,
  ],
  controllers: [ReactionsController],
  providers: [ReactionsRepository, ReactionsService],
})
export class ReactionsModule {}
