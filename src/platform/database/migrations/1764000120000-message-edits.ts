import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What became of messages: when they were last edited and moved, and all earlier states. The history
 * lies in the row, newest first, so that moving many messages stays one statement.
 */
export class MessageEdits1764000120000 implements MigrationInterface {
  readonly name = 'MessageEdits1764000120000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messages
        ADD COLUMN last_edited_at timestamptz,
        ADD COLUMN last_moved_at timestamptz,
        ADD COLUMN edit_history jsonb;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
