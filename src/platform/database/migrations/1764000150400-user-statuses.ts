import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people say they are up to. */
export class UserStatuses1764000150400 implements MigrationInterface {
  readonly name = 'UserStatuses1764000150400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE user_statuses (
        user_id integer PRIMARY KEY REFERENCES users (id),
        realm_id integer NOT NULL REFERENCES realms (id),
        status_text text NOT NULL,
        emoji_name text NOT NULL,
        emoji_code text NOT NULL,
        reaction_type text NOT NULL
      );
      CREATE INDEX user_statuses_realm_id ON user_statuses (realm_id, user_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
