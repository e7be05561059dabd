import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttachmentsModule } from '#modules/uploads/attachments';
import { ResumableUploadEntity } from './resumable-upload.entity.js';
import { ResumableUploadsRepository } from './resumable-uploads.repository.js';
import { ResumableUploadsService } from './resumable-uploads.service.js';
import { ResumableUploadsWorker } from './resumable-uploads.worker.js';
import { TusController } from './tus.controller.js';
import { TusProtocol } from './tus-protocol.js';
import { UploadLeases } from './upload-leases.js';

@Module({
  imports: [TypeOrmModule.forFeature([ResumableUploadEntity]), AttachmentsModule],
  controllers: [TusController],
  providers: [
    ResumableUploadsRepository,
    ResumableUploadsService,
    ResumableUploadsWorker,
    TusProtocol,
    UploadLeases,
  ],
})
export class ResumableUploadsModule {}
