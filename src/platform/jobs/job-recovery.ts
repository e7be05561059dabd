// Jobs are only as durable as the store of the queues. When that is another one than before (Redis was
// flushed or restarted, or the operator changed the backend), the event consumers replay a day: finished
// jobs are recorded in the database and are not repeated, and jobs that still wait keep their ids.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '#platform/database/database.js';
import { EventCursors } from './event-cursors.js';
import { JobBackend } from './job-backend.js';
import { JobSchedules } from './job-schedules.js';

const REWIND_HOURS = 24;

@Injectable()
export class JobRecovery {
  private storeId: string | undefined;

  constructor(
    private readonly jobBackend: JobBackend,
    private readonly eventCursors: EventCursors,
    private readonly jobSchedules: JobSchedules,
    private readonly database: Database,
    private readonly logger: PinoLogger,
  ) {}

  /** Cheap when nothing was lost; every worker may call this concurrently. */
  async recoverLostJobs(): Promise<void> {
    const storeId = await this.jobBackend.storeId();
    const changed = await this.database.transaction(async () => {
      if (!(await this.eventCursors.recordJobStore(storeId))) return false;
      await this.eventCursors.rewind(REWIND_HOURS);
      return true;
    });
    if (changed) {
      this.logger.warn('Jobs may have been lost; the events of the last day are replayed');
    }
    // Every worker must apply the schedules again, not only the one that recorded the store.
    if (this.storeId !== storeId) this.jobSchedules.invalidate();
    this.storeId = storeId;
    await this.jobSchedules.apply();
  }
}
