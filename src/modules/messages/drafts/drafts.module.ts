import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SendMessagesModule } from '#modules/messages/send';
import { StreamsModule } from '#modules/streams/streams';
import { DraftEntity } from './draft.entity.js';
import { DraftsAccess } from './drafts.access.js';
import { DraftsController } from './drafts.controller.js';
import { DraftsRepository } from './drafts.repository.js';
import { DraftsService } from './drafts.service.js';
import { DraftsSnapshot } from './drafts.snapshot.js';

@Module({
  imports: [TypeOrmModule.forFeature([DraftEntity]), SendMessagesModule, StreamsModule],
  controllers: [DraftsController],
  providers: [DraftsAccess, DraftsRepository, DraftsService, DraftsSnapshot],
  exports: [DraftsService],
})
export class DraftsModule {}
