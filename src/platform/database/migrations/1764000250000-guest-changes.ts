import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When somebody became a guest, or ceased to be one, is looked for whenever a process first serves a
 * queue, among all that happened since the client was there: for a week, maybe millions of events.
 */
export class GuestChanges1764000250000 implements MigrationInterface {
  readonly name = 'GuestChanges1764000250000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX event_log_guest_changes ON event_log (realm_id, (payload ->> 'userId'), id)
        WHERE type = 'parley:guest_changed';
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
