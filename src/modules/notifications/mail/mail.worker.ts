import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import type { ResumableJobPayload } from '#platform/jobs/resumable-job.js';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import { DigestService } from './digest.service.js';
import {
  deleteReplyAddresses,
  sendMissedMessages,
  startDigests,
  writeDigests,
} from './mail.jobs.js';
import { MissedMessages } from './missed-messages.service.js';
import { ReplyAddresses } from './reply-addresses.service.js';

@Injectable()
export class NotificationMailWorker {
  constructor(
    private readonly missedMessages: MissedMessages,
    private readonly replyAddresses: ReplyAddresses,
    private readonly digestService: DigestService,
    private readonly resumableJobs: ResumableJobs,
  ) {}

  @JobHandler(sendMissedMessages)
  async sendMissed(_: Record<string, never>, { signal }: RunningJob): Promise<void> {
    await this.missedMessages.sendDue(signal);
  }

  @JobHandler(startDigests)
  async startDigests(): Promise<void> {
    await this.digestService.start();
  }

  @JobHandler(writeDigests)
  async writeDigests({ id }: ResumableJobPayload, { signal }: RunningJob): Promise<void> {
    await this.resumableJobs.run(
      writeDigests,
      id,
      (state) => this.digestService.nextBatch(state),
      signal,
    );
  }

  @JobHandler(deleteReplyAddresses)
  async deleteExpired(): Promise<void> {
    await this.replyAddresses.deleteExpired();
  }
}
