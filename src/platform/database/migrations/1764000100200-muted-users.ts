import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose messages people do not want to see. */
export class MutedUsers1764000100200 implements MigrationInterface {
  readonly name = 'MutedUsers1764000100200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE muted_users (
        user_id integer NOT NULL REFERENCES users (id),
        muted_user_id integer NOT NULL REFERENCES users (id),
        date_muted timestamptz NOT NULL,
        PRIMARY KEY (user_id, muted_user_id)
      );
      CREATE INDEX muted_users_muted_user_id ON muted_users (muted_user_id, user_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
