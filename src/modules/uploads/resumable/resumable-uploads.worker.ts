import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { removeExpiredUploads } from './resumable-uploads.jobs.js';
import { ResumableUploadsService } from './resumable-uploads.service.js';

@Injectable()
export class ResumableUploadsWorker {
  constructor(private readonly resumableUploadsService: ResumableUploadsService) {}

  @JobHandler(removeExpiredUploads)
  async removeExpired(_payload: object, { signal }: RunningJob): Promise<void> {
    await this.resumableUploadsService.removeExpired(signal);
  }
}
