import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the owner of a bot was last told that it writes where nobody reads. */
export class BotNotices1764000100500 implements MigrationInterface {
  readonly name = 'BotNotices1764000100500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bot_notices (
        bot_id integer PRIMARY KEY REFERENCES users (id),
        last_sent timestamptz NOT NULL
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
