import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** Unfinished uploads, and the requests that write them. */
export class ResumableUploads1764000058000 extends ForwardOnlyMigration {
  readonly name = 'ResumableUploads1764000058000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE resumable_uploads (
        path_id text PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realms (id),
        owner_id integer NOT NULL REFERENCES users (id),
        size bigint NOT NULL,
        metadata text NOT NULL,
        created_at timestamptz NOT NULL,
        holder text,
        renewed_at timestamptz,
        is_wanted boolean NOT NULL DEFAULT false
      );
      CREATE INDEX resumable_uploads_realm_id ON resumable_uploads (realm_id);
      CREATE INDEX resumable_uploads_owner_id ON resumable_uploads (owner_id);
      CREATE INDEX resumable_uploads_created_at ON resumable_uploads (created_at);
    `);
  }
}
