import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when the server runs as it does, all its processes together: one row. */
export class ServerGenerations1764000231000 implements MigrationInterface {
  readonly name = 'ServerGenerations1764000231000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE server_generations (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        generation bigint NOT NULL,
        fingerprint text NOT NULL
      );
      INSERT INTO server_generations (generation, fingerprint)
      VALUES (extract(epoch FROM now())::bigint, '');
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
