import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** The organization that sends a mail, the link that unsubscribes from it, and the address of replies. */
export class MailHeaders1764000064000 extends ForwardOnlyMigration {
  readonly name = 'MailHeaders1764000064000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mails
        ADD COLUMN organization text,
        ADD COLUMN organization_url text,
        ADD COLUMN unsubscribe_url text,
        ADD COLUMN reply_to text;
    `);
  }
}
