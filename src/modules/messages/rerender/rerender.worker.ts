import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import type { ResumableJobPayload } from '#platform/jobs/resumable-job.js';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import { RerenderMessagesService } from './rerender-messages.service.js';
import { rerenderMessages } from './rerender.jobs.js';

@Injectable()
export class RerenderWorker {
  constructor(
    private readonly resumableJobs: ResumableJobs,
    private readonly rerenderMessagesService: RerenderMessagesService,
  ) {}

  @JobHandler(rerenderMessages)
  async rerender({ id }: ResumableJobPayload, { signal }: RunningJob): Promise<void> {
    await this.resumableJobs.run(
      rerenderMessages,
      id,
      (state) => this.rerenderMessagesService.nextBatch(state),
      signal,
    );
  }
}
