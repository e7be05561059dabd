// Jobs are as durable as what holds them. When that memory is another one than before (Redis was
// flushed or restarted, or the operator changed the backend), the event consumers go back a day:
// jobs that were done are noted in the database and stay out, jobs that still wait keep their ids.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '#platform/database/database.js';
import { EventCursors } from './event-cursors.js';
import { JobBackend } from './job-backend.js';
import { JobSchedules } from './job-schedules.js';

const REWIND_HOURS = 24;

@Injectable()
export class JobRecovery {
  private memory: string | undefined;

  constructor(
    private readonly jobBackend: JobBackend,
    private readonly eventCursors: EventCursors,
    private readonly jobSchedules: JobSchedules,
    private readonly database: Database,
    private readonly logger: PinoLogger,
  ) {}

  /** Cheap when nothing was lost; safe to call from every worker at once. */
  async recoverLostJobs(): Promise<void> {
    const memory = await this.jobBackend.memory();
    const changed = await this.database.transaction(async () => {
      if (!(await this.eventCursors.jobMemoryChanged(memory))) return false;
      await this.eventCursors.rewind(REWIND_HOURS);
      return true;
    });
    if (changed) {
      this.logger.warn('Jobs may have been lost: the events of the last day become jobs once more');
    }
    // Each worker sees for itself that the memory changed, whoever has noted it.
    if (this.memory !== memory) this.jobSchedules.forget();
    this.memory = memory;
    await this.jobSchedules.apply();
  }
}
