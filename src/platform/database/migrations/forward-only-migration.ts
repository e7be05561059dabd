import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Base of all migrations. `name` ends in a timestamp in milliseconds, by which they are ordered. */
export abstract class ForwardOnlyMigration implements MigrationInterface {
  abstract readonly name: string;

  abstract up(runner: QueryRunner): Promise<void>;

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
