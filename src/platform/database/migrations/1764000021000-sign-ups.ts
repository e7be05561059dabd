import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** Addresses that are to be confirmed before they get an account without an invitation. */
export class SignUps1764000021000 extends ForwardOnlyMigration {
  readonly name = 'SignUps1764000021000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sign_ups (
        token_hash bytea PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realms (id),
        email text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX sign_ups_realm_id ON sign_ups (realm_id);
      CREATE INDEX sign_ups_expires_at ON sign_ups (expires_at);
    `);
  }
}
