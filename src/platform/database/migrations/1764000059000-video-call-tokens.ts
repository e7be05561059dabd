import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** The tokens with which Parley creates video calls for users. */
export class VideoCallTokens1764000059000 extends ForwardOnlyMigration {
  readonly name = 'VideoCallTokens1764000059000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE video_call_tokens (
        user_id integer NOT NULL REFERENCES users (id),
        provider text NOT NULL,
        realm_id integer NOT NULL REFERENCES realms (id),
        sealed_token bytea NOT NULL,
        PRIMARY KEY (user_id, provider)
      );
      CREATE INDEX video_call_tokens_realm_id ON video_call_tokens (realm_id);
    `);
  }
}
