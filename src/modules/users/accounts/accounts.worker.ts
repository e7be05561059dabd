import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { findStuckMessagePurges, purgeMessages } from './message-purges.jobs.js';
import { MessagePurges } from './message-purges.service.js';
import { MessagePurging } from './message-purging.service.js';

@Injectable()
export class AccountsWorker {
  constructor(
    private readonly messagePurges: MessagePurges,
    private readonly messagePurging: MessagePurging,
  ) {}

  @JobHandler(purgeMessages)
  async purge({ purgeId }: { purgeId: number }, { signal }: RunningJob): Promise<void> {
    await this.messagePurging.run(purgeId, signal);
  }

  @JobHandler(findStuckMessagePurges)
  async findStuck(): Promise<void> {
    await this.messagePurges.findStuck();
  }
}
