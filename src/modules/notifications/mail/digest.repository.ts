import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type Role, Role as Roles } from '#platform/http/actor.js';

export interface DigestReader {
  id: number;
  deliveryEmail: string;
  fullName: string;
  role: Role;
}

export interface BusyTopic {
  recipientId: number;
  streamId: number;
  streamName: string;
  topic: string;
  /** Messages of people. */
  messages: number;
  /** The people who wrote them. */
  senders: number;
  names: string[];
}

export interface TopicMessage {
  recipientId: number;
  topic: string;
  senderId: number;
  senderName: string;
  content: string;
  renderedContent: string;
}

@Injectable()
export class DigestRepository {
  constructor(private readonly database: Database) {}

  /** The first message of the organization since then; undefined without one. */
  async firstMessageId(realmId: number, since: Date): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number | null }>(
      `SELECT min(id) AS id FROM messages WHERE realm_id = $1 AND date_sent >= $2`,
      [realmId, since],
    );
    return row?.id ?? undefined;
  }

  /** The users after `afterId`, by id, who want digests, were not active since, and got none after `sentBefore`. */
  readers(
    { realmId, afterId, limit }: { realmId: number; afterId: number; limit: number },
    { since, firstId, sentBefore }: { since: Date; firstId: number; sentBefore: Date },
  ): Promise<DigestReader[]> {
    return this.database.query(
      `SELECT u.id, u.delivery_email AS "deliveryEmail", u.full_name AS "fullName", u.role
       FROM users u
       LEFT JOIN presences p ON p.user_id = u.id
       LEFT JOIN digest_emails d ON d.user_id = u.id
       WHERE u.realm_id = $1 AND u.id > $2 AND u.is_active AND u.bot_type IS NULL
         AND coalesce((u.settings ->> 'enable_digest_emails')::boolean, true)
         AND coalesce((u.settings ->> 'message_content_in_email_notifications')::boolean, true)
         AND u.date_joined < $3 AND (p.last_active_at IS NULL OR p.last_active_at < $3)
         AND (d.sent_at IS NULL OR d.sent_at < $4)
         AND NOT EXISTS (
           SELECT FROM messages m WHERE m.sender_id = u.id AND m.id >= $6)
       ORDER BY u.id LIMIT $5`,
      [realmId, afterId, since, sentBefore, limit, firstId],
    );
  }

  /** The topics with most messages from this one on, in channels of the user, without muted ones. */
  topics(userId: number, firstId: number, limit: number): Promise<BusyTopic[]> {
    return this.database.query(
      `SELECT m.recipient_id AS "recipientId", s.id AS "streamId", s.name AS "streamName",
         max(m.topic) AS topic, count(*)::integer AS messages,
         count(DISTINCT m.sender_id)::integer AS senders,
         (array_agg(DISTINCT u.full_name))[1:10] AS names
       FROM subscriptions sub
       JOIN streams s ON s.id = sub.stream_id AND NOT s.is_archived
       JOIN recipients r ON r.stream_id = s.id
       JOIN messages m ON m.recipient_id = r.id AND m.id >= $2
       JOIN users u ON u.id = m.sender_id AND u.bot_type IS NULL
       WHERE sub.user_id = $1 AND sub.is_active AND NOT sub.is_muted
         AND EXISTS (SELECT FROM user_messages um WHERE um.user_id = $1 AND um.message_id = m.id)
         AND NOT EXISTS (
           SELECT FROM user_topics t WHERE t.user_id = $1 AND t.stream_id = s.id
             AND upper(t.topic) = upper(m.topic) AND t.visibility_policy = 1)
       GROUP BY m.recipient_id, s.id, s.name, upper(m.topic)
       ORDER BY messages DESC LIMIT $3`,
      [userId, firstId, limit],
    );
  }

  /** The first messages of each topic from this one on. */
  firstMessages(topics: BusyTopic[], firstId: number, limit: number): Promise<TopicMessage[]> {
    return this.database.query(
      `SELECT t.recipient_id AS "recipientId", t.topic, m.sender_id AS "senderId",
         u.full_name AS "senderName", m.content, m.rendered_content AS "renderedContent"
       FROM unnest($1::integer[], $2::text[]) AS t (recipient_id, topic),
       LATERAL (
         SELECT * FROM messages
         WHERE recipient_id = t.recipient_id AND upper(topic) = upper(t.topic) AND id >= $3
         ORDER BY id LIMIT $4) AS m
       JOIN users u ON u.id = m.sender_id
       ORDER BY m.id`,
      [
        topics.map(({ recipientId }) => recipientId),
        topics.map(({ topic }) => topic),
        firstId,
        limit,
      ],
    );
  }

  /** The names of channels that were created since then and that the user can see. */
  newChannels(realmId: number, role: Role, since: Date): Promise<{ name: string }[]> {
    return this.database.query(
      `SELECT name FROM streams
       WHERE realm_id = $1 AND date_created >= $2 AND NOT is_archived AND NOT invite_only
         AND (is_web_public OR NOT $3)
       ORDER BY name LIMIT 20`,
      [realmId, since, role === Roles.Guest],
    );
  }

  async recordSent(userId: number, now: Date): Promise<void> {
    await this.database.query(
      `INSERT INTO digest_emails (user_id, sent_at) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET sent_at = excluded.sent_at`,
      [userId, now],
    );
  }
}
