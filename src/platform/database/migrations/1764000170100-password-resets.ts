import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pending password resets, at most one per user. */
export class PasswordResets1764000170100 implements MigrationInterface {
  readonly name = 'PasswordResets1764000170100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE password_resets (
        user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        realm_id integer NOT NULL REFERENCES realms ON DELETE CASCADE,
        token_hash bytea NOT NULL UNIQUE,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX password_resets_realm_id ON password_resets (realm_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
