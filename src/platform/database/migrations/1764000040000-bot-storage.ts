import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** The key-value store of bots. */
export class BotStorage1764000040000 extends ForwardOnlyMigration {
  readonly name = 'BotStorage1764000040000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bot_storage_entries (
        user_id integer NOT NULL REFERENCES users (id),
        key text NOT NULL,
        value text NOT NULL,
        size integer NOT NULL,
        PRIMARY KEY (user_id, key)
      );
    `);
  }
}
