import { Injectable } from '@nestjs/common';
import { FinishedJobs } from './finished-jobs.js';
import { JobHandler } from './job-handler.decorator.js';
import { pruneFinishedJobs, sweepResumableJobs } from './maintenance.jobs.js';
import { ResumableJobs } from './resumable-jobs.js';

@Injectable()
export class MaintenanceWorker {
  constructor(
    private readonly finishedJobs: FinishedJobs,
    private readonly resumableJobs: ResumableJobs,
  ) {}

  @JobHandler(pruneFinishedJobs)
  async pruneFinishedJobs(): Promise<void> {
    await this.finishedJobs.prune();
  }

  @JobHandler(sweepResumableJobs)
  async sweepResumableJobs(): Promise<void> {
    await this.resumableJobs.sweep();
  }
}
