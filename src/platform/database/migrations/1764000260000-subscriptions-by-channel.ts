import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * By the channel alone, PostgreSQL took the index also to look for one reader, and read all readers
 * for each. With the person in it every way through it is short.
 */
export class SubscriptionsByChannel1764000260000 implements MigrationInterface {
  readonly name = 'SubscriptionsByChannel1764000260000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX subscriptions_stream_id;
      CREATE INDEX subscriptions_stream_user ON subscriptions (stream_id, user_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
