import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** When a worker process was last seen. */
export class WorkerPresence1764000023000 extends ForwardOnlyMigration {
  readonly name = 'WorkerPresence1764000023000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE worker_presence (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        seen_at timestamptz
      );
      INSERT INTO worker_presence DEFAULT VALUES;
    `);
  }
}
