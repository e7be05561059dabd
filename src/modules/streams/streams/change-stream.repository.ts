import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { isUniqueViolation } from '#platform/database/postgres-errors.js';
import type { Stream } from './streams.view.js';

@Injectable()
export class ChangeStreamRepository {
  constructor(private readonly database: Database) {}

  /** Locks the stream until the end of the transaction. Rows that refer to it can still be inserted. */
  async lock(realmId: number, id: number): Promise<Stream | undefined> {
    const [row] = await this.database.query<Stream>(
      `SELECT s.*, r.id AS recipient_id
       FROM streams s JOIN recipients r ON r.stream_id = s.id
       WHERE s.realm_id = $1 AND s.id = $2
       FOR NO KEY UPDATE OF s`,
      [realmId, id],
    );
    return row;
  }

  /** Whether the stream has messages in topics other than the empty one. */
  async hasNamedTopics(recipientId: number): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM messages WHERE recipient_id = $1 AND upper(topic) > '' LIMIT 1`,
      [recipientId],
    );
    return rows.length > 0;
  }

  /**
   * Stores all settings of a locked stream. Returns false if another stream has the name; the
   * transaction must then be rolled back.
   */
  async save(stream: Stream): Promise<boolean> {
    try {
      await this.update(stream);
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  private async update(stream: Stream): Promise<void> {
    await this.database.query(
      `UPDATE streams SET name = $3, description = $4, rendered_description = $5,
         invite_only = $6, is_web_public = $7, history_public_to_subscribers = $8,
         is_archived = $9, is_default = $10, message_retention_days = $11, topics_policy = $12,
         folder_id = $13, permissions = $14
       WHERE realm_id = $1 AND id = $2`,
      [
        stream.realm_id,
        stream.id,
        stream.name,
        stream.description,
        stream.rendered_description,
        stream.invite_only,
        stream.is_web_public,
        stream.history_public_to_subscribers,
        stream.is_archived,
        stream.is_default,
        stream.message_retention_days,
        stream.topics_policy,
        stream.folder_id,
        JSON.stringify(stream.permissions),
      ],
    );
  }
}
