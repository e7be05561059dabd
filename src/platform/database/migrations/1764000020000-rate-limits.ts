import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** Counts of the rate limiter for processes without Redis. */
export class RateLimits1764000020000 extends ForwardOnlyMigration {
  readonly name = 'RateLimits1764000020000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Not logged: a crash of PostgreSQL may empty it, and a commit waits for no disk. Rows change with
      -- every request; free space in each page lets the new version stay beside the old one.
      CREATE UNLOGGED TABLE rate_limits (
        key text PRIMARY KEY,
        points integer NOT NULL,
        expire bigint
      ) WITH (fillfactor = 50);
    `);
  }
}
