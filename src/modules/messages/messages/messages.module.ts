import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StreamsModule } from '#modules/streams/streams';
import { UsersModule } from '#modules/users/users';
import { MessageAccessRepository } from './message-access.repository.js';
import { MessageAudiences } from './message-audiences.service.js';
import { MessageEntity, RecipientEntity, UserMessageEntity } from './message.entity.js';
import { MessagesSnapshotRepository } from './messages-snapshot.repository.js';
import { MessagesAccess } from './messages.access.js';
import { MessagesSnapshot } from './messages.snapshot.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([MessageEntity, RecipientEntity, UserMessageEntity]),
    StreamsModule,
    UsersModule,
  ],
  providers: [
    MessageAccessRepository,
    MessageAudiences,
    MessagesAccess,
    MessagesSnapshot,
    MessagesSnapshotRepository,
  ],
  exports: [MessageAudiences, MessagesAccess],
})
export class MessagesModule {}
