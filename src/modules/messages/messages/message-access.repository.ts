import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

/** A message, where it went, and the viewer's copy of it. */
export interface MessageForViewer {
  id: number;
  realm_id: number;
  sender_id: number;
  topic: string;
  content: string;
  stream_id: number | null;
  /** The people of a direct conversation, ascending; null for a channel. */
  user_ids: number[] | null;
  /** Of the viewer's copy; null without one. */
  flags: number | null;
}

@Injectable()
export class MessageAccessRepository {
  constructor(private readonly database: Database) {}

  async find(realmId: number, viewerId: number, id: number): Promise<MessageForViewer | undefined> {
    const [row] = await this.database.query<MessageForViewer>(
      `SELECT m.id, m.realm_id, m.sender_id, m.topic, m.content, r.stream_id, r.user_ids, um.flags
       FROM messages m
       JOIN recipients r ON r.id = m.recipient_id
       LEFT JOIN user_messages um ON um.message_id = m.id AND um.user_id = $2
       WHERE m.id = $3 AND m.realm_id = $1`,
      [realmId, viewerId, id],
      { prepare: true },
    );
    return row;
  }

  /** Of a public channel: subscribers, and those people but guests who have the message. */
  subscribersAndReceivers(streamId: number, messageId: number): Promise<number[]> {
    return this.ids(
      `SELECT user_id AS id FROM subscriptions
       WHERE stream_id = $1 AND is_active AND user_is_active
       UNION
       SELECT um.user_id FROM user_messages um JOIN users u ON u.id = um.user_id
       WHERE um.message_id = $2 AND u.is_active AND u.role <> ${Role.Guest}`,
      [streamId, messageId],
    );
  }

  subscribers(streamId: number): Promise<number[]> {
    return this.ids(
      `SELECT user_id AS id FROM subscriptions
       WHERE stream_id = $1 AND is_active AND user_is_active`,
      [streamId],
    );
  }

  /**
   * Of a channel whose history is protected: those subscribers who have the message. Each copy is
   * looked up among the subscriptions: as a join, PostgreSQL could compare all copies with all
   * subscriptions, since it does not know how many a message and a channel have.
   */
  subscribedReceivers(streamId: number, messageId: number): Promise<number[]> {
    return this.ids(
      `SELECT um.user_id AS id FROM user_messages um
       WHERE um.message_id = $2 AND (
         SELECT s.is_active AND s.user_is_active FROM subscriptions s
         WHERE s.stream_id = $1 AND s.user_id = um.user_id)`,
      [streamId, messageId],
    );
  }

  private async ids(sql: string, values: unknown[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(sql, values, { prepare: true });
    return rows.map(({ id }) => id);
  }
}
