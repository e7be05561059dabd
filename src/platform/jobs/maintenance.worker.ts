import { Injectable } from '@nestjs/common';
import { FinishedJobs } from './finished-jobs.js';
import { JobHandler } from './job-handler.decorator.js';
import { pruneFinishedJobs } from './maintenance.jobs.js';

@Injectable()
export class MaintenanceWorker {
  constructor(private readonly finishedJobs: FinishedJobs) {}

  @JobHandler(pruneFinishedJobs)
  async prune(): Promise<void> {
    await this.finishedJobs.prune();
  }
}
