import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who may send messages in the name of others, as bridges to other chats do. */
export class Forging1764000100600 implements MigrationInterface {
  readonly name = 'Forging1764000100600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE users ADD COLUMN can_forge_sender boolean NOT NULL DEFAULT false`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
