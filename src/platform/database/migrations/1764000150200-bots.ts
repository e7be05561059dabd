import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What bots have beyond an account: where they post, and where their messages are sent. */
export class Bots1764000150200 implements MigrationInterface {
  readonly name = 'Bots1764000150200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bots (
        user_id integer PRIMARY KEY REFERENCES users (id),
        default_sending_stream_id integer REFERENCES streams (id),
        default_events_register_stream_id integer REFERENCES streams (id),
        default_all_public_streams boolean NOT NULL DEFAULT false,
        payload_url text,
        interface smallint,
        token_sealed bytea
      );
      CREATE INDEX users_bots ON users (realm_id, id) WHERE bot_type IS NOT NULL;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
