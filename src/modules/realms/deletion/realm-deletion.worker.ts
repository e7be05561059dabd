import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { deleteRealm, findRealmsToDelete } from './realm-deletion.jobs.js';
import { RealmDeletion } from './realm-deletion.service.js';

@Injectable()
export class RealmDeletionWorker {
  constructor(private readonly realmDeletion: RealmDeletion) {}

  @JobHandler(deleteRealm)
  async delete({ realmId }: { realmId: number }, { signal }: RunningJob): Promise<void> {
    await this.realmDeletion.run(realmId, signal);
  }

  @JobHandler(findRealmsToDelete)
  async findDue(): Promise<void> {
    await this.realmDeletion.findDue();
  }
}
