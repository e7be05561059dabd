import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import type { ResumableJobPayload } from '#platform/jobs/resumable-job.js';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import { ChannelAccessFlags } from './channel-access-flags.service.js';
import { markChannelsRead } from './message-flags.jobs.js';

@Injectable()
export class MessageFlagsWorker {
  constructor(
    private readonly resumableJobs: ResumableJobs,
    private readonly channelAccessFlags: ChannelAccessFlags,
  ) {}

  @JobHandler(markChannelsRead)
  async markChannelsRead({ id }: ResumableJobPayload, { signal }: RunningJob): Promise<void> {
    await this.resumableJobs.run(
      markChannelsRead,
      id,
      (marking) => this.channelAccessFlags.markNext(marking),
      signal,
    );
  }
}
