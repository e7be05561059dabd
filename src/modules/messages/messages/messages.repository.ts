import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

/** The recipient of a message. */
export interface MessageAddress {
  realmId: number;
  /** Null for a direct message. */
  streamId: number | null;
  /** The users of a direct message conversation, ascending; null for a channel. */
  userIds: number[] | null;
}

/** A message with its recipient and the flags of one user. */
export interface MessageForUser extends MessageAddress {
  id: number;
  senderId: number;
  topic: string;
  content: string;
  /** Flags of the user message; null when the user did not receive the message. */
  flags: number | null;
}

/** A direct message conversation. */
interface Conversation {
  userIds: number[];
  newestId: number;
}

/** In SQL: each method reads several tables, and most of them on every request for a message. */
@Injectable()
export class MessagesRepository {
  constructor(private readonly database: Database) {}

  async findForUser(
    realmId: number,
    userId: number,
    id: number,
  ): Promise<MessageForUser | undefined> {
    const [row] = await this.database.query<MessageForUser>(
      `SELECT m.id, m.realm_id AS "realmId", m.sender_id AS "senderId", m.topic, m.content,
         r.stream_id AS "streamId", r.user_ids AS "userIds", um.flags
       FROM messages m
       JOIN recipients r ON r.id = m.recipient_id
       LEFT JOIN user_messages um ON um.message_id = m.id AND um.user_id = $2
       WHERE m.id = $3 AND m.realm_id = $1`,
      [realmId, userId, id],
      { prepare: true },
    );
    return row;
  }

  async findAddress(realmId: number, id: number): Promise<MessageAddress | undefined> {
    const [row] = await this.database.query<MessageAddress>(
      `SELECT m.realm_id AS "realmId", r.stream_id AS "streamId", r.user_ids AS "userIds"
       FROM messages m JOIN recipients r ON r.id = m.recipient_id
       WHERE m.id = $2 AND m.realm_id = $1`,
      [realmId, id],
    );
    return row;
  }

  subscribers(streamId: number): Promise<number[]> {
    return this.ids(
      `SELECT user_id AS id FROM subscriptions
       WHERE stream_id = $1 AND is_active AND user_is_active`,
      [streamId],
    );
  }

  /** The subscribers of a public channel, and other users than guests who received the message. */
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

  /**
   * The subscribers who received the message. Subscriptions are looked up for each user message: as a
   * join, PostgreSQL might compare all user messages with all subscriptions, since it has no statistics
   * of how many a message and a channel have.
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

  /** The direct message conversations of a user, by their newest message, latest first. */
  newestConversations(realmId: number, userId: number, limit: number): Promise<Conversation[]> {
    return this.database.query(
      `SELECT r.user_ids AS "userIds", newest.id AS "newestId"
       FROM recipients r,
       LATERAL (SELECT id FROM messages WHERE recipient_id = r.id ORDER BY id DESC LIMIT 1) newest
       WHERE r.realm_id = $1 AND r.user_ids @> ARRAY[$2::integer]
       ORDER BY newest.id DESC LIMIT $3`,
      [realmId, userId, limit],
    );
  }

  private async ids(sql: string, values: unknown[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(sql, values, { prepare: true });
    return rows.map(({ id }) => id);
  }
}
