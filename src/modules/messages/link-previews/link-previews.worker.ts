import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { forgetLinkPreviews, previewLinks } from './link-previews.jobs.js';
import { LinkPreviewsService } from './link-previews.service.js';

@Injectable()
export class LinkPreviewsWorker {
  constructor(private readonly linkPreviewsService: LinkPreviewsService) {}

  @JobHandler(previewLinks)
  async preview(
    { realmId, messageId }: { realmId: number; messageId: number },
    { signal }: RunningJob,
  ): Promise<void> {
    await this.linkPreviewsService.preview(realmId, messageId, signal);
  }

  @JobHandler(forgetLinkPreviews)
  async forget(): Promise<void> {
    await this.linkPreviewsService.deleteOld();
  }
}
