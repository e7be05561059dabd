import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mentions name people, in whatever case. */
export class UsersByName1764000050000 implements MigrationInterface {
  readonly name = 'UsersByName1764000050000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX users_realm_full_name ON users (realm_id, lower(full_name))`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
