import { Injectable } from '@nestjs/common';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { VISIBILITY_POLICIES } from '#modules/streams/user-topics';
import { Database } from '#platform/database/database.js';

/** An unread message with its recipient. */
export interface UnreadMessage {
  id: number;
  topic: string;
  /** Null for a direct message. */
  streamId: number | null;
  /** The users of a direct message conversation; empty for a channel. */
  userIds: number[];
  flags: number;
  isMuted: boolean;
}

/** Joins the subscription and topic policy of user $1 for message `m` to recipient `r`. */
export const MUTING = `
  LEFT JOIN subscriptions s ON s.stream_id = r.stream_id AND s.user_id = $1
  LEFT JOIN user_topics ut ON ut.user_id = $1 AND ut.stream_id = r.stream_id
    AND upper(ut.topic) = upper(m.topic)`;

/** With MUTING: topics are muted by their policy, or with their channel if they have none. */
export const IS_MUTED = `coalesce(ut.visibility_policy = ${VISIBILITY_POLICIES.muted}, s.is_muted, false)`;

@Injectable()
export class UnreadMessagesRepository {
  constructor(private readonly database: Database) {}

  /** The newest unread messages, newest first. A large section of POST /register. */
  newest(userId: number, limit: number): Promise<UnreadMessage[]> {
    return this.database.query(
      `SELECT um.message_id AS id, m.topic, r.stream_id AS "streamId",
         coalesce(r.user_ids, '{}') AS "userIds",
         um.flags, ${IS_MUTED} AS "isMuted"
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
}
