import { Injectable } from '@nestjs/common';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { MessageNames } from './message-names.service.js';
import { forgetMessageNames } from './messages.jobs.js';

@Injectable()
export class MessagesWorker {
  constructor(private readonly messageNames: MessageNames) {}

  @JobHandler(forgetMessageNames)
  async forgetNames(): Promise<void> {
    await this.messageNames.forgetOld();
  }
}
