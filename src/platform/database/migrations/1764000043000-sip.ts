import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** The credentials for SIP: the keys that sign access tokens, and the refresh tokens of users. */
export class Sip1764000043000 extends ForwardOnlyMigration {
  readonly name = 'Sip1764000043000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sip_signing_keys (
        kid text PRIMARY KEY,
        sealed_key bytea NOT NULL,
        public_key jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        retired_at timestamptz
      );
      -- At most one key is active.
      CREATE UNIQUE INDEX sip_signing_keys_active ON sip_signing_keys ((true)) WHERE retired_at IS NULL;

      CREATE TABLE sip_token_families (
        id uuid PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realms (id),
        user_id integer NOT NULL REFERENCES users (id),
        generation integer NOT NULL,
        token_hash bytea NOT NULL,
        handle_hash bytea NOT NULL,
        scope text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX sip_token_families_realm_id ON sip_token_families (realm_id);
      CREATE INDEX sip_token_families_user_id ON sip_token_families (user_id, expires_at);
    `);
  }
}
