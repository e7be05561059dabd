import { Module } from '@nestjs/common';
import { StreamsModule } from '#modules/streams/streams';
import { MessageDeletionRepository } from './message-deletion.repository.js';
import { MessageDeletionService } from './message-deletion.service.js';

@Module({
  imports: [StreamsModule],
  providers: [MessageDeletionRepository, MessageDeletionService],
  exports: [MessageDeletionService],
})
export class DeleteMessagesModule {}
