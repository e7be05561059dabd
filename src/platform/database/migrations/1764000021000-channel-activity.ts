import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How busy a channel is. */
export class ChannelActivity1764000021000 implements MigrationInterface {
  readonly name = 'ChannelActivity1764000021000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE streams ADD COLUMN weekly_traffic integer`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
