import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

export interface NewResumableJob {
  kind: string;
  key: string | null;
  realmId: number | null;
  state: object;
}

export interface ClaimedJob<State> {
  realmId: number | null;
  state: State;
}

@Injectable()
export class ResumableJobsRepository {
  constructor(private readonly database: Database) {}

  /** Returns no id when an unfinished job has the same key. */
  async insert(
    { kind, key, realmId, state }: NewResumableJob,
    now: Date,
  ): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }>(
      `INSERT INTO resumable_jobs (kind, key, realm_id, state, started_at, advanced_at)
       VALUES ($1, $2, $3, $4, $5, $5)
       ON CONFLICT (kind, key) WHERE finished_at IS NULL DO NOTHING
       RETURNING id`,
      [kind, key, realmId, JSON.stringify(state), now],
    );
    return row?.id;
  }

  async findUnfinished(kind: string, key: string): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }>(
      `SELECT id FROM resumable_jobs WHERE kind = $1 AND key = $2 AND finished_at IS NULL`,
      [kind, key],
    );
    return row?.id;
  }

  /** A row that does not exist counts as finished: old rows are deleted. */
  async isFinished(id: number): Promise<boolean> {
    const unfinished = await this.database.query(
      `SELECT 1 FROM resumable_jobs WHERE id = $1 AND finished_at IS NULL`,
      [id],
      { prepare: true },
    );
    return unfinished.length === 0;
  }

  /**
   * Locks the row until the end of the transaction. Returns undefined when the job is finished, or
   * when another worker runs a batch of it.
   */
  async claim<State>(id: number, kind: string): Promise<ClaimedJob<State> | undefined> {
    const [row] = await this.database.query<ClaimedJob<State>>(
      `SELECT realm_id AS "realmId", state FROM resumable_jobs
       WHERE id = $1 AND kind = $2 AND finished_at IS NULL
       FOR UPDATE SKIP LOCKED`,
      [id, kind],
      { prepare: true },
    );
    return row;
  }

  async advance(id: number, state: object, now: Date): Promise<void> {
    await this.database.query(
      `UPDATE resumable_jobs SET state = $2, advanced_at = $3 WHERE id = $1`,
      [id, JSON.stringify(state), now],
      { prepare: true },
    );
  }

  async finish(id: number, now: Date): Promise<void> {
    await this.database.query(
      `UPDATE resumable_jobs SET advanced_at = $2, finished_at = $2 WHERE id = $1`,
      [id, now],
    );
  }

  /** Unfinished jobs that have not advanced for `seconds`. */
  findStalled(now: Date, seconds: number): Promise<{ id: number; kind: string }[]> {
    return this.database.query(
      `SELECT id, kind FROM resumable_jobs
       WHERE finished_at IS NULL AND advanced_at < $1::timestamptz - make_interval(secs => $2)
       ORDER BY id`,
      [now, seconds],
    );
  }

  async deleteFinished(now: Date, days: number): Promise<void> {
    await this.database.query(
      `DELETE FROM resumable_jobs WHERE finished_at < $1::timestamptz - make_interval(days => $2)`,
      [now, days],
    );
  }
}
