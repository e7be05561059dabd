import { Injectable } from '@nestjs/common';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { sweepImages } from './thumbnails.jobs.js';
import { ThumbnailsService } from './thumbnails.service.js';

@Injectable()
export class ThumbnailsWorker {
  constructor(private readonly thumbnailsService: ThumbnailsService) {}

  @JobHandler(sweepImages)
  async sweep(): Promise<void> {
    await this.thumbnailsService.sweep();
  }
}
