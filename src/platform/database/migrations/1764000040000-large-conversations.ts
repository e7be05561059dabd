import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Direct conversations of more than several hundred people: their ids do not fit into an entry of
 * a B-tree, but a hash index keeps and finds lists of any length. The ids alone tell the realm.
 */
export class LargeConversations1764000040000 implements MigrationInterface {
  readonly name = 'LargeConversations1764000040000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX recipients_realm_user_ids;
      ALTER TABLE recipients ADD CONSTRAINT recipients_user_ids
        EXCLUDE USING hash (user_ids WITH =) WHERE (user_ids IS NOT NULL);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
