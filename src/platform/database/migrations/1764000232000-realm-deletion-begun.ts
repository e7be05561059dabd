import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the data of a closed organization are being deleted, from which there is no way back. */
export class RealmDeletionBegun1764000232000 implements MigrationInterface {
  readonly name = 'RealmDeletionBegun1764000232000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE realms ADD COLUMN deletion_begun boolean NOT NULL DEFAULT false`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
