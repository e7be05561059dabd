import { Injectable } from '@nestjs/common';
import { FinishedJobs } from '#platform/jobs/finished-jobs.js';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { answerMessage } from './embedded-bots.jobs.js';
import { EmbeddedBotsService, type SpokenTo } from './embedded-bots.service.js';

@Injectable()
export class EmbeddedBotsWorker {
  constructor(
    private readonly embeddedBotsService: EmbeddedBotsService,
    private readonly finishedJobs: FinishedJobs,
  ) {}

  @JobHandler(answerMessage)
  async answer(spokenTo: SpokenTo, job: RunningJob): Promise<void> {
    await this.finishedJobs.runOnce(job.id, () => this.embeddedBotsService.answer(spokenTo));
  }
}
