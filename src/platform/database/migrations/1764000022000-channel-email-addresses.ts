import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses to which mail can be sent that is to become a message of a channel. */
export class ChannelEmailAddresses1764000022000 implements MigrationInterface {
  readonly name = 'ChannelEmailAddresses1764000022000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_email_addresses (
        stream_id integer NOT NULL REFERENCES streams (id),
        creator_id integer NOT NULL REFERENCES users (id),
        sender_id integer NOT NULL REFERENCES users (id),
        token text NOT NULL UNIQUE,
        date_created timestamptz NOT NULL,
        PRIMARY KEY (stream_id, creator_id, sender_id)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
