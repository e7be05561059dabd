import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { postToBot } from './outgoing-webhooks.jobs.js';
import type { Trigger } from './triggers.service.js';
import { PostToBotService } from './post-to-bot.service.js';

@Injectable()
export class OutgoingWebhooksWorker {
  constructor(private readonly postToBotService: PostToBotService) {}

  @JobHandler(postToBot)
  async post(trigger: Trigger, job: RunningJob): Promise<void> {
    await this.postToBotService.post(trigger, job);
  }
}
