import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StreamsModule } from '#modules/streams/streams';
import { UsersModule } from '#modules/users/users';
import { MessageAudiences } from './message-audiences.service.js';
import { MessageEntity } from './message.entity.js';
import { MessagesAccess } from './messages.access.js';
import { MessagesRepository } from './messages.repository.js';
import { MessagesSnapshot } from './messages.snapshot.js';
import { RecipientEntity } from './recipient.entity.js';
import { UserMessageEntity } from './user-message.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([MessageEntity, RecipientEntity, UserMessageEntity]),
    StreamsModule,
    UsersModule,
  ],
  providers: [MessageAudiences, MessagesAccess, MessagesRepository, MessagesSnapshot],
  exports: [MessageAudiences, MessagesAccess],
})
export class MessagesModule {}
