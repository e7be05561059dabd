import { Module } from '@nestjs/common';
import { EditMessagesModule } from '#modules/messages/edit';
import { AttachmentsModule } from '#modules/uploads/attachments';
import { ThumbnailsModule } from '#modules/uploads/thumbnails';
import { ImagePreviewsRepository } from './image-previews.repository.js';
import { ImagePreviewsService } from './image-previews.service.js';
import { ImagePreviewsWorker } from './image-previews.worker.js';

@Module({
  imports: [AttachmentsModule, EditMessagesModule, ThumbnailsModule],
  providers: [ImagePreviewsRepository, ImagePreviewsService, ImagePreviewsWorker],
})
export class ImagePreviewsModule {}
