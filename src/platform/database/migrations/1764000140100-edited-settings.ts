import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which settings people changed themselves, so that administrators can leave those alone. */
export class EditedSettings1764000140100 implements MigrationInterface {
  readonly name = 'EditedSettings1764000140100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN edited_settings text[] NOT NULL DEFAULT '{}';
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
