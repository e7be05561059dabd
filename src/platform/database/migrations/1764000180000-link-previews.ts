import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What web pages say of themselves; kept for a while, so that a page is not read for each link. */
export class LinkPreviews1764000180000 implements MigrationInterface {
  readonly name = 'LinkPreviews1764000180000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE link_previews (
        realm_id integer NOT NULL REFERENCES realms (id),
        url text NOT NULL,
        title text NOT NULL,
        description text NOT NULL,
        image text NOT NULL,
        fetched_at timestamptz NOT NULL,
        PRIMARY KEY (realm_id, url)
      );
      CREATE INDEX link_previews_fetched_at ON link_previews (fetched_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
