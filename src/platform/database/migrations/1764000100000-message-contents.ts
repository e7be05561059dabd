import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a message contains, so that nobody has to read its text again to find that out. */
export class MessageContents1764000100000 implements MigrationInterface {
  readonly name = 'MessageContents1764000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messages
        ADD COLUMN has_attachment boolean NOT NULL DEFAULT false,
        ADD COLUMN has_image boolean NOT NULL DEFAULT false,
        ADD COLUMN has_link boolean NOT NULL DEFAULT false,
        ADD COLUMN is_me_message boolean NOT NULL DEFAULT false,
        ADD COLUMN has_submessages boolean NOT NULL DEFAULT false;
      UPDATE messages SET is_me_message = true WHERE content LIKE '/me %';
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
