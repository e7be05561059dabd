import { Injectable } from '@nestjs/common';
import { FinishedJobs } from '#platform/jobs/finished-jobs.js';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { answerMessage } from './embedded-bots.jobs.js';
import { EmbeddedBotsService, type MessageToBot } from './embedded-bots.service.js';

@Injectable()
export class EmbeddedBotsWorker {
  constructor(
    private readonly embeddedBotsService: EmbeddedBotsService,
    private readonly finishedJobs: FinishedJobs,
  ) {}

  @JobHandler(answerMessage)
  async answer(message: MessageToBot, job: RunningJob): Promise<void> {
    await this.finishedJobs.runOnce(job.id, () => this.embeddedBotsService.answer(message));
  }
}
