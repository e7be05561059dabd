import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Guests are few, and often those who need to be asked for by name. */
export class Guests1764000033000 implements MigrationInterface {
  readonly name = 'Guests1764000033000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX users_guests ON users (realm_id) WHERE role = 600`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
