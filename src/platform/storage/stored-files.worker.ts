import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { deleteInterruptedWrites, deleteUnreferencedFiles } from './stored-files.jobs.js';
import { StoredFiles } from './stored-files.js';

@Injectable()
export class StoredFilesWorker {
  constructor(private readonly storedFiles: StoredFiles) {}

  @JobHandler(deleteUnreferencedFiles)
  async deleteUnreferenced(_payload: object, { signal }: RunningJob): Promise<void> {
    await this.storedFiles.deleteDue(signal);
  }

  @JobHandler(deleteInterruptedWrites)
  async deleteInterrupted(): Promise<void> {
    await this.storedFiles.deleteInterrupted();
  }
}
