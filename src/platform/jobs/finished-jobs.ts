// Remembers, in the database, which jobs are done: the queue forgets a job when it is done, so a
// replayed event or a job that ran twice would otherwise have its effect twice.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';

const KEEP_DAYS = 30;

@Injectable()
export class FinishedJobs {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `effect` in one transaction with the note that this job is done, and never again for
   * the same job. Returns whether it ran. Only what `effect` writes to the database is covered.
   */
  async runOnce(jobId: string, effect: () => Promise<void>): Promise<boolean> {
    return this.database.transaction(async () => {
      // The note comes first: a second run waits here for the first one's commit.
      if (!(await this.note(jobId))) return false;
      await effect();
      return true;
    });
  }

  /** Notes a job as done after the fact. */
  async record(jobId: string): Promise<void> {
    await this.note(jobId);
  }

  async has(jobId: string): Promise<boolean> {
    return (await this.among([jobId])).has(jobId);
  }

  /** Which of these jobs are done. */
  async among(jobIds: string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ job_id: string }>(
      `SELECT job_id FROM finished_jobs WHERE job_id = ANY($1)`,
      [jobIds],
      { prepare: true },
    );
    return new Set(rows.map((row) => row.job_id));
  }

  /** Forgets what is older than any event that could still be replayed. */
  async prune(): Promise<void> {
    await this.database.query(
      `DELETE FROM finished_jobs WHERE finished_at < $1::timestamptz - make_interval(days => $2)`,
      [this.clock.now(), KEEP_DAYS],
    );
  }

  private async note(jobId: string): Promise<boolean> {
    const rows = await this.database.query<{ job_id: string }>(
      `INSERT INTO finished_jobs (job_id, finished_at) VALUES ($1, $2)
       ON CONFLICT DO NOTHING RETURNING job_id`,
      [jobId, this.clock.now()],
      { prepare: true },
    );
    return rows.length > 0;
  }
}
