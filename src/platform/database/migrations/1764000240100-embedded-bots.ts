import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an embedded bot does, and its settings. */
export class EmbeddedBots1764000240100 implements MigrationInterface {
  readonly name = 'EmbeddedBots1764000240100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE bots ADD COLUMN service_name text, ADD COLUMN config_data jsonb;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
