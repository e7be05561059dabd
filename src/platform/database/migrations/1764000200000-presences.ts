import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When people were last active and last connected, how far the changes of a realm have come, and who hides. */
export class Presences1764000200000 implements MigrationInterface {
  readonly name = 'Presences1764000200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE presences (
        user_id integer PRIMARY KEY REFERENCES users (id),
        realm_id integer NOT NULL REFERENCES realms (id),
        last_active_at timestamptz,
        last_connected_at timestamptz NOT NULL,
        update_id bigint NOT NULL
      );
      CREATE INDEX presences_realm_id_update_id ON presences (realm_id, update_id);
      CREATE TABLE presence_clocks (
        realm_id integer PRIMARY KEY REFERENCES realms (id),
        update_id bigint NOT NULL
      );
      CREATE INDEX users_presence_hidden ON users (realm_id, id)
        WHERE settings ->> 'presence_enabled' = 'false';
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
