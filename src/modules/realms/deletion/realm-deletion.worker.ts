import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import type { ResumableJobPayload } from '#platform/jobs/resumable-job.js';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import { DeleteRealmService } from './delete-realm.service.js';
import { deleteRealm, findRealmsToDelete } from './realm-deletion.jobs.js';

@Injectable()
export class RealmDeletionWorker {
  constructor(
    private readonly resumableJobs: ResumableJobs,
    private readonly deleteRealmService: DeleteRealmService,
  ) {}

  @JobHandler(findRealmsToDelete)
  async startDue(): Promise<void> {
    await this.deleteRealmService.startDue();
  }

  @JobHandler(deleteRealm)
  async deleteRealm({ id }: ResumableJobPayload, { signal }: RunningJob): Promise<void> {
    await this.resumableJobs.run(
      deleteRealm,
      id,
      (deletion) => this.deleteRealmService.nextBatch(deletion),
      signal,
    );
  }
}
