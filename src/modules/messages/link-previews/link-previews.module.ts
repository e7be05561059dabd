import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EditMessagesModule } from '#modules/messages/edit';
import { RealmsModule } from '#modules/realms/realms';
import { OutgoingModule } from '#platform/outgoing/outgoing.module.js';
import { LinkPreviewEntity } from './link-preview.entity.js';
import { LinkPreviewsRepository } from './link-previews.repository.js';
import { LinkPreviewsService } from './link-previews.service.js';
import { LinkPreviewsWorker } from './link-previews.worker.js';

@Module({
  imports: [
    EditMessagesModule,
    TypeOrmModule.forFeature([LinkPreviewEntity]),
    OutgoingModule,
    RealmsModule,
  ],
  providers: [LinkPreviewsRepository, LinkPreviewsService, LinkPreviewsWorker],
})
export class LinkPreviewsModule {}
