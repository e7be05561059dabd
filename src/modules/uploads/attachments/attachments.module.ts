import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { ThumbnailsModule } from '#modules/uploads/thumbnails';
import { AttachmentEntity } from './attachment.entity.js';
import { AttachmentReferencesService } from './attachment-references.service.js';
import { AttachmentsAccess } from './attachments.access.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { AttachmentsService } from './attachments.service.js';
import { AttachmentsWorker } from './attachments.worker.js';
import { MessageAttachmentEntity } from './message-attachment.entity.js';
import { ScheduledMessageAttachmentEntity } from './scheduled-message-attachment.entity.js';
import { UploadUsageEntity } from './upload-usage.entity.js';
import { UploadUsageRepository } from './upload-usage.repository.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      AttachmentEntity,
      MessageAttachmentEntity,
      ScheduledMessageAttachmentEntity,
      UploadUsageEntity,
    ]),
    RealmsModule,
    StreamsModule,
    ThumbnailsModule,
  ],
  providers: [
    AttachmentReferencesService,
    AttachmentsAccess,
    AttachmentsRepository,
    AttachmentsService,
    AttachmentsWorker,
    UploadUsageRepository,
  ],
  exports: [AttachmentReferencesService, AttachmentsAccess, AttachmentsService],
})
export class AttachmentsModule {}
