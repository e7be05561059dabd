import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImageEntity } from './image.entity.js';
import { ImagesRepository } from './images.repository.js';
import { ThumbnailEntity } from './thumbnail.entity.js';
import { ThumbnailMaker } from './thumbnail-maker.service.js';
import { ThumbnailsService } from './thumbnails.service.js';
import { ThumbnailsWorker } from './thumbnails.worker.js';

@Module({
  imports: [TypeOrmModule.forFeature([ImageEntity, ThumbnailEntity])],
  providers: [ImagesRepository, ThumbnailMaker, ThumbnailsService, ThumbnailsWorker],
  exports: [ThumbnailsService],
})
export class ThumbnailsModule {}
