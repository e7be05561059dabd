import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** The settings of bots. */
export class Bots1764000010000 extends ForwardOnlyMigration {
  readonly name = 'Bots1764000010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bots (
        user_id integer PRIMARY KEY REFERENCES users (id),
        default_sending_stream_id integer REFERENCES streams (id),
        default_events_register_stream_id integer REFERENCES streams (id),
        default_all_public_streams boolean NOT NULL DEFAULT false,
        -- Of outgoing webhooks.
        payload_url text,
        interface smallint,
        token_sealed bytea,
        -- Of embedded bots.
        service_name text,
        config_data jsonb
      );
      CREATE INDEX bots_default_sending_stream_id ON bots (default_sending_stream_id)
        WHERE default_sending_stream_id IS NOT NULL;
      CREATE INDEX bots_default_events_register_stream_id ON bots (default_events_register_stream_id)
        WHERE default_events_register_stream_id IS NOT NULL;

      -- When the owner of a bot was last notified that it sends to a channel without subscribers.
      CREATE TABLE bot_owner_notifications (
        bot_id integer PRIMARY KEY REFERENCES users (id),
        last_sent timestamptz NOT NULL
      );
    `);
  }
}
