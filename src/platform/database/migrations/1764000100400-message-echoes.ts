import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By what clients know their own messages again, so that none is sent twice. */
export class MessageEchoes1764000100400 implements MigrationInterface {
  readonly name = 'MessageEchoes1764000100400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE message_echoes (
        sender_id integer NOT NULL,
        fingerprint bytea NOT NULL,
        message_id bigint NOT NULL,
        date_sent timestamptz NOT NULL,
        PRIMARY KEY (sender_id, fingerprint)
      );
      -- Rows come in the order of time, so a few bytes for many of them are enough to find old ones.
      CREATE INDEX message_echoes_date ON message_echoes USING brin (date_sent);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
