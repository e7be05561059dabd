import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who once was subscribed to a channel may still have its messages in front of them. */
export class FormerSubscriptions1764000120100 implements MigrationInterface {
  readonly name = 'FormerSubscriptions1764000120100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX subscriptions_stream_former ON subscriptions (stream_id, user_id)
        WHERE NOT (is_active AND user_is_active)
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
