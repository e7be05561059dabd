import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many copies have a flag, which PostgreSQL can not tell from the bits: it took most for all. */
export class FlagStatistics1764000110100 implements MigrationInterface {
  readonly name = 'FlagStatistics1764000110100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE STATISTICS user_messages_unread_share ON (flags & 1) FROM user_messages;
      CREATE STATISTICS user_messages_starred_share ON (flags & 2) FROM user_messages;
      CREATE STATISTICS user_messages_mentioned_share ON (flags & 120) FROM user_messages;
      CREATE STATISTICS user_messages_alerted_share ON (flags & 128) FROM user_messages;
      CREATE STATISTICS user_messages_direct_share ON (flags & 512) FROM user_messages;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
