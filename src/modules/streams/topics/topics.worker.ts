import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import type { ResumableJobPayload } from '#platform/jobs/resumable-job.js';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import { DeleteTopicService } from './delete-topic.service.js';
import { deleteTopic } from './topics.jobs.js';

@Injectable()
export class TopicsWorker {
  constructor(
    private readonly resumableJobs: ResumableJobs,
    private readonly deleteTopicService: DeleteTopicService,
  ) {}

  @JobHandler(deleteTopic)
  async deleteTopic({ id }: ResumableJobPayload, { signal }: RunningJob): Promise<void> {
    await this.resumableJobs.run(
      deleteTopic,
      id,
      (deletion) => this.deleteTopicService.nextBatch(deletion),
      signal,
    );
  }
}
