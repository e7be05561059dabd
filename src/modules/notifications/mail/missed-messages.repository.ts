import { Injectable } from '@nestjs/common';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { Database } from '#platform/database/database.js';

export interface WaitingMessage {
  userId: number;
  messageId: number;
  reason: string;
}

/** A message as its email shows it. */
export interface EmailedMessage {
  id: number;
  senderId: number;
  senderName: string;
  recipientId: number;
  topic: string;
  content: string;
  renderedContent: string;
  dateSent: Date;
  /** Null for direct messages. */
  streamId: number | null;
  /** The users of a direct message conversation; null for a channel. */
  userIds: number[] | null;
  flags: number;
}

/** A user who has emails due. */
export interface DueUser {
  realmId: number;
  userId: number;
}

const MESSAGE = `m.id, m.sender_id AS "senderId", u.full_name AS "senderName",
  m.recipient_id AS "recipientId", m.topic, m.content, m.rendered_content AS "renderedContent",
  m.date_sent AS "dateSent", r.stream_id AS "streamId", r.user_ids AS "userIds", um.flags`;

@Injectable()
export class MissedMessagesRepository {
  constructor(private readonly database: Database) {}

  /** Messages of a user who has waiting ones join them; otherwise the user's period begins. */
  async insert(messages: WaitingMessage[], now: Date): Promise<void> {
    await this.database.query(
      `INSERT INTO missed_message_emails (user_id, message_id, reason, due_at)
       SELECT e.user_id, e.message_id, e.reason, coalesce(
         (SELECT min(w.due_at) FROM missed_message_emails w WHERE w.user_id = e.user_id),
         $4::timestamptz + make_interval(secs => coalesce(
           (u.settings ->> 'email_notifications_batching_period_seconds')::integer, 120)))
       FROM unnest($1::integer[], $2::bigint[], $3::text[]) AS e (user_id, message_id, reason)
       JOIN users u ON u.id = e.user_id
       ON CONFLICT DO NOTHING`,
      [
        messages.map(({ userId }) => userId),
        messages.map(({ messageId }) => messageId),
        messages.map(({ reason }) => reason),
        now,
      ],
    );
  }

  dueUsers(now: Date, limit: number): Promise<DueUser[]> {
    return this.database.query(
      `SELECT u.id AS "userId", u.realm_id AS "realmId" FROM users u WHERE u.id IN (
         SELECT user_id FROM missed_message_emails WHERE due_at <= $1 ORDER BY due_at LIMIT $2)`,
      [now, limit],
    );
  }

  /** Takes the waiting messages of the user: another process that takes them at the same time gets none. */
  take(userId: number): Promise<WaitingMessage[]> {
    return this.database.query(
      `DELETE FROM missed_message_emails WHERE user_id = $1
       RETURNING user_id AS "userId", message_id AS "messageId", reason`,
      [userId],
    );
  }

  /** The messages that the user has and has not read, by id. */
  unread(userId: number, ids: number[]): Promise<EmailedMessage[]> {
    return this.database.query(
      `SELECT ${MESSAGE}
       FROM messages m
       JOIN recipients r ON r.id = m.recipient_id
       JOIN users u ON u.id = m.sender_id
       JOIN user_messages um ON um.message_id = m.id AND um.user_id = $1
       WHERE m.id = ANY($2) AND um.flags & ${MESSAGE_FLAGS.read} = 0 AND m.content <> '(deleted)'
       ORDER BY m.id`,
      [userId, ids],
    );
  }

  /** The last messages of the topic before this one, by id, as far as the user received them. */
  before(
    userId: number,
    { id, recipientId, topic, dateSent }: EmailedMessage,
    { seconds, limit }: { seconds: number; limit: number },
  ): Promise<EmailedMessage[]> {
    return this.database.query(
      `SELECT * FROM (
         SELECT ${MESSAGE}
         FROM messages m
         JOIN recipients r ON r.id = m.recipient_id
         JOIN users u ON u.id = m.sender_id
         JOIN user_messages um ON um.message_id = m.id AND um.user_id = $1
         WHERE m.recipient_id = $2 AND upper(m.topic) = upper($3) AND m.id < $4
           AND m.date_sent > $5::timestamptz - make_interval(secs => $6)
         ORDER BY m.id DESC LIMIT $7) AS latest
       ORDER BY id`,
      [userId, recipientId, topic, id, dateSent, seconds, limit],
    );
  }

  /** Whether the address belongs to more than one active account of the server. */
  async hasOtherAccounts(deliveryEmail: string): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM users
       WHERE lower(delivery_email) = lower($1) AND is_active AND bot_type IS NULL LIMIT 2`,
      [deliveryEmail],
    );
    return rows.length > 1;
  }
}
