import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people say of themselves, how an account began and ended, and changes of addresses. */
export class AccountDetails1764000150000 implements MigrationInterface {
  readonly name = 'AccountDetails1764000150000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN profile_data jsonb NOT NULL DEFAULT '{}',
        ADD COLUMN is_deleted boolean NOT NULL DEFAULT false,
        ADD COLUMN awaits_first_login boolean NOT NULL DEFAULT false,
        ADD COLUMN can_change_user_emails boolean NOT NULL DEFAULT false;
      CREATE INDEX users_administrators ON users (realm_id, role) WHERE role <= 300;

      CREATE TABLE email_changes (
        user_id integer PRIMARY KEY REFERENCES users (id),
        realm_id integer NOT NULL REFERENCES realms (id),
        token_hash bytea NOT NULL UNIQUE,
        new_email text NOT NULL,
        expires_at timestamptz NOT NULL
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
