import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StreamsModule } from '#modules/streams/streams';
import { UsersModule } from '#modules/users/users';
import { MessageAudiences } from './message-audiences.service.js';
import { MessageEditEntity } from './message-edit.entity.js';
import { MessageEditsRepository } from './message-edits.repository.js';
import { MessageEntity } from './message.entity.js';
import { MessagesAccess } from './messages.access.js';
import { MessagesRepository } from './messages.repository.js';
import { MessagesSnapshot } from './messages.snapshot.js';
import { RecipientEntity } from './recipient.entity.js';
import { UserMessageEntity } from './user-message.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      MessageEditEntity,
      MessageEntity,
      RecipientEntity,
      UserMessageEntity,
    ]),
    StreamsModule,
    UsersModule,
  ],
  providers: [
    MessageAudiences,
    MessageEditsRepository,
    MessagesAccess,
    MessagesRepository,
    MessagesSnapshot,
  ],
  exports: [MessageAudiences, MessageEditsRepository, MessagesAccess],
})
export class MessagesModule {}
