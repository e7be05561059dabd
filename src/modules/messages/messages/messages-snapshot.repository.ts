import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { MENTION_FLAGS, MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { VISIBILITY_POLICIES } from '#modules/streams/user-topics';

/** An unread message, with what it takes to group it. */
export interface UnreadRow {
  message_id: number;
  topic: string;
  stream_id: number | null;
  /** The people of a direct conversation; empty for a channel. */
  user_ids: number[];
  is_mentioned: boolean;
  is_muted: boolean;
}

/** Joins what user $1 made of channel `r` and topic of message `m`, for IS_MUTED. */
export const MUTING = `
  LEFT JOIN subscriptions s ON s.stream_id = r.stream_id AND s.user_id = $1
  LEFT JOIN user_topics ut ON ut.user_id = $1 AND ut.stream_id = r.stream_id
    AND upper(ut.topic) = upper(m.topic)`;

/** A topic is muted by itself, or with its channel unless it is unmuted or followed. */
export const IS_MUTED = `coalesce(ut.visibility_policy = ${VISIBILITY_POLICIES.muted}, s.is_muted, false)`;

@Injectable()
export class MessagesSnapshotRepository {
  constructor(private readonly database: Database) {}

  unread(userId: number, limit: number): Promise<UnreadRow[]> {
    return this.database.query(
      `SELECT um.message_id, m.topic, r.stream_id, coalesce(r.user_ids, '{}') AS user_ids,
         um.flags & ${MENTION_FLAGS} <> 0 AS is_mentioned, ${IS_MUTED} AS is_muted
       FROM (
         SELECT message_id, flags FROM user_messages
         WHERE user_id = $1 AND flags & ${MESSAGE_FLAGS.read} = 0 ORDER BY message_id DESC LIMIT $2
       ) um
       JOIN messages m ON m.id = um.message_id
       JOIN recipients r ON r.id = m.recipient_id
       ${MUTING}
       ORDER BY um.message_id DESC`,
      [userId, limit],
    );
  }

  /** Ascending, without those that went to one of the addresses. */
  async starredIds(userId: number, closedRecipients: number[]): Promise<number[]> {
    const rows = await this.database.query<{ message_id: number }>(
      `SELECT um.message_id FROM user_messages um
       WHERE um.user_id = $1 AND um.flags & ${MESSAGE_FLAGS.starred} <> 0
         AND (SELECT m.recipient_id FROM messages m WHERE m.id = um.message_id)
           <> ALL($2::integer[])
       ORDER BY um.message_id`,
      [userId, closedRecipients],
    );
    return rows.map(({ message_id }) => message_id);
  }

  /** The direct conversations of the user, latest first. */
  conversations(
    realmId: number,
    userId: number,
    limit: number,
  ): Promise<{ user_ids: number[]; max_message_id: number }[]> {
    return this.database.query(
      `SELECT r.user_ids, latest.id AS max_message_id
       FROM recipients r,
       LATERAL (SELECT id FROM messages WHERE recipient_id = r.id ORDER BY id DESC LIMIT 1) latest
       WHERE r.realm_id = $1 AND r.user_ids @> ARRAY[$2::integer]
       ORDER BY latest.id DESC LIMIT $3`,
      [realmId, userId, limit],
    );
  }
}
