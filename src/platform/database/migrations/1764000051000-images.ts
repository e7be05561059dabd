import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** Uploaded images and their thumbnails. */
export class Images1764000051000 extends ForwardOnlyMigration {
  readonly name = 'Images1764000051000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE images (
        attachment_id integer PRIMARY KEY REFERENCES attachments (id),
        state text NOT NULL,
        width integer,
        height integer,
        is_animated boolean NOT NULL,
        transcoded_name text,
        retry_at timestamptz
      );
      CREATE INDEX images_retry_at ON images (retry_at) WHERE retry_at IS NOT NULL;

      CREATE TABLE thumbnails (
        attachment_id integer NOT NULL REFERENCES attachments (id),
        name text NOT NULL,
        path text NOT NULL,
        size integer NOT NULL,
        PRIMARY KEY (attachment_id, name)
      );
    `);
  }
}
