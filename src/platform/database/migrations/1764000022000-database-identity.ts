import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** The database that the server generation belongs to, by which a restored one is recognized. */
export class DatabaseIdentity1764000022000 extends ForwardOnlyMigration {
  readonly name = 'DatabaseIdentity1764000022000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE server_generations ADD COLUMN database_identity text`);
  }
}
