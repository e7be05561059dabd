import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From when on the data of a deactivated organization may be deleted. */
export class RealmDeletionDate1764000140200 implements MigrationInterface {
  readonly name = 'RealmDeletionDate1764000140200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE realms ADD COLUMN deletion_date timestamptz`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
