import { Module } from '@nestjs/common';
import { RealmsModule } from '#modules/realms/realms';
import { AttachmentsModule } from '#modules/uploads/attachments';
import { ThumbnailsModule } from '#modules/uploads/thumbnails';
import { UploadReceiver } from './upload-receiver.service.js';
import { UploadedFilesController } from './uploaded-files.controller.js';
import { UploadedFilesService } from './uploaded-files.service.js';
import { UploadsController } from './uploads.controller.js';

@Module({
  imports: [AttachmentsModule, RealmsModule, ThumbnailsModule],
  controllers: [UploadedFilesController, UploadsController],
  providers: [UploadReceiver, UploadedFilesService],
  exports: [UploadReceiver],
})
export class UploadsModule {}
