// The ids of finished jobs. BullMQ forgets a job when it is finished, so without this record a replayed
// event, or a job that ran twice, would take effect twice.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';

/** Longer than any event can be replayed. */
const KEEP_DAYS = 30;

@Injectable()
export class FinishedJobs {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `effect` once for each job: in the transaction that records the job as finished. Covers only
   * what `effect` writes to the database. Returns whether it ran.
   */
  async runOnce(jobId: string, effect: () => Promise<void>): Promise<boolean> {
    return this.database.transaction(async () => {
      // First, so that a concurrent run waits here for the commit.
      if (!(await this.insert(jobId))) return false;
      await effect();
      return true;
    });
  }

  async record(jobId: string): Promise<void> {
    await this.insert(jobId);
  }

  async has(jobId: string): Promise<boolean> {
    return (await this.findFinished([jobId])).has(jobId);
  }

  /** Returns the finished jobs among `jobIds`. */
  async findFinished(jobIds: string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ jobId: string }>(
      `SELECT job_id AS "jobId" FROM finished_jobs WHERE job_id = ANY($1)`,
      [jobIds],
      { prepare: true },
    );
    return new Set(rows.map(({ jobId }) => jobId));
  }

  async prune(): Promise<void> {
    await this.database.query(
      `DELETE FROM finished_jobs WHERE finished_at < $1::timestamptz - make_interval(days => $2)`,
      [this.clock.now(), KEEP_DAYS],
    );
  }

  private async insert(jobId: string): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO finished_jobs (job_id, finished_at) VALUES ($1, $2)
       ON CONFLICT DO NOTHING RETURNING job_id`,
      [jobId, this.clock.now()],
      { prepare: true },
    );
    return rows.length > 0;
  }
}
