import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { deleteReplyAddresses, sendMissedMessages } from './mail.jobs.js';
import { MissedMessages } from './missed-messages.service.js';
import { ReplyAddresses } from './reply-addresses.service.js';

@Injectable()
export class NotificationMailWorker {
  constructor(
    private readonly missedMessages: MissedMessages,
    private readonly replyAddresses: ReplyAddresses,
  ) {}

  @JobHandler(sendMissedMessages)
  async sendMissed(_: Record<string, never>, { signal }: RunningJob): Promise<void> {
    await this.missedMessages.sendDue(signal);
  }

  @JobHandler(deleteReplyAddresses)
  async deleteExpired(): Promise<void> {
    await this.replyAddresses.deleteExpired();
  }
}
