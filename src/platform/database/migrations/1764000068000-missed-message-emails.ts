import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** Messages that wait for an email, addresses at which such emails are answered, and the last digests. */
export class MissedMessageEmails1764000068000 extends ForwardOnlyMigration {
  readonly name = 'MissedMessageEmails1764000068000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE missed_message_emails (
        user_id integer NOT NULL REFERENCES users (id),
        message_id bigint NOT NULL,
        reason text NOT NULL,
        due_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, message_id)
      );
      CREATE INDEX missed_message_emails_due_at ON missed_message_emails (due_at);
      CREATE INDEX missed_message_emails_message_id ON missed_message_emails (message_id);

      CREATE TABLE email_reply_addresses (
        token_hash bytea PRIMARY KEY,
        user_id integer NOT NULL REFERENCES users (id),
        message_id bigint NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX email_reply_addresses_user_id ON email_reply_addresses (user_id);
      CREATE INDEX email_reply_addresses_message_id ON email_reply_addresses (message_id);
      CREATE INDEX email_reply_addresses_created_at ON email_reply_addresses (created_at);

      CREATE TABLE digest_emails (
        user_id integer PRIMARY KEY REFERENCES users (id),
        sent_at timestamptz NOT NULL
      );
    `);
  }
}
