import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import type { ResumableJobPayload } from '#platform/jobs/resumable-job.js';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import { deleteSentMessages } from './accounts.jobs.js';
import { DeleteSentMessagesService } from './delete-sent-messages.service.js';

@Injectable()
export class AccountsWorker {
  constructor(
    private readonly resumableJobs: ResumableJobs,
    private readonly deleteSentMessagesService: DeleteSentMessagesService,
  ) {}

  @JobHandler(deleteSentMessages)
  async deleteSentMessages({ id }: ResumableJobPayload, { signal }: RunningJob): Promise<void> {
    await this.resumableJobs.run(
      deleteSentMessages,
      id,
      (deletion) => this.deleteSentMessagesService.nextBatch(deletion),
      signal,
    );
  }
}
