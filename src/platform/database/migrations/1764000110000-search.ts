import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What narrows look for in messages: words, and what few messages have. */
export class Search1764000110000 implements MigrationInterface {
  readonly name = 'Search1764000110000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messages ADD COLUMN search_vector tsvector NOT NULL DEFAULT '';
      UPDATE messages SET search_vector =
        to_tsvector('simple', content) || setweight(to_tsvector('simple', topic), 'A');
      CREATE INDEX messages_search ON messages USING gin (search_vector);

      CREATE INDEX messages_with_link ON messages (realm_id, id) WHERE has_link;
      CREATE INDEX messages_with_image ON messages (realm_id, id) WHERE has_image;
      CREATE INDEX messages_with_attachment ON messages (realm_id, id) WHERE has_attachment;
      CREATE INDEX messages_resolved ON messages (realm_id, id) WHERE topic LIKE '✔ %';
      CREATE INDEX user_messages_alerted ON user_messages (user_id, message_id)
        WHERE flags & 128 <> 0;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
