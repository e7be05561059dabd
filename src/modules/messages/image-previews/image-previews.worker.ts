import { Injectable } from '@nestjs/common';
import { makeThumbnails } from '#modules/uploads/thumbnails';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { showThumbnails } from './image-previews.jobs.js';
import { ImagePreviewsService } from './image-previews.service.js';

@Injectable()
export class ImagePreviewsWorker {
  constructor(private readonly imagePreviewsService: ImagePreviewsService) {}

  @JobHandler(makeThumbnails)
  async make(
    { attachmentId }: { attachmentId: number },
    { attempt, signal }: RunningJob,
  ): Promise<void> {
    await this.imagePreviewsService.process(attachmentId, attempt, signal);
  }

  @JobHandler(showThumbnails)
  async show({ realmId, messageId }: { realmId: number; messageId: number }): Promise<void> {
    await this.imagePreviewsService.show(realmId, messageId);
  }
}
