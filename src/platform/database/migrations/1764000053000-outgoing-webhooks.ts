import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** The newest message that triggered each outgoing webhook. */
export class OutgoingWebhooks1764000053000 extends ForwardOnlyMigration {
  readonly name = 'OutgoingWebhooks1764000053000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE bots ADD COLUMN newest_trigger_id bigint`);
  }
}
