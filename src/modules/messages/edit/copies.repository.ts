import { Injectable } from '@nestjs/common';
import { HISTORICAL_FLAGS, MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { VISIBILITY_POLICIES } from '#modules/streams/user-topics';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

/** Messages, ascending, and the people whose copies of just these are meant. */
export interface SharedCopies {
  messageIds: number[];
  userIds: number[];
}

/** Whose copies: of these people, or of everybody but these. */
export type Owners = { among: number[] } | { besides: number[] };

/** Rows of `user_id` and `message_id` in `copies`, by sets of messages. */
const BY_MESSAGES = `
  SELECT to_json(message_ids) AS "messageIds", json_agg(user_id ORDER BY user_id) AS "userIds"
  FROM (
    SELECT user_id, array_agg(message_id ORDER BY message_id) AS message_ids
    FROM copies GROUP BY user_id
  ) AS by_user
  GROUP BY message_ids`;

@Injectable()
export class CopiesRepository {
  constructor(private readonly database: Database) {}

  /** Active people who are or were subscribed to one of the channels, or have a copy of a message. */
  async concerned(streamIds: number[], messageId: number): Promise<number[]> {
    // Two indexes hold the present and the former subscriptions of a channel.
    return this.ids(
      `SELECT u.id
       FROM (
         SELECT user_id FROM subscriptions
         WHERE stream_id = ANY($1::integer[]) AND is_active AND user_is_active
         UNION ALL
         SELECT user_id FROM subscriptions
         WHERE stream_id = ANY($1::integer[]) AND NOT (is_active AND user_is_active)
         UNION
         SELECT user_id FROM user_messages WHERE message_id = $2
       ) AS known
       JOIN users u ON u.id = known.user_id AND u.is_active`,
      [streamIds, messageId],
    );
  }

  /** Which of the messages each person has a copy of. */
  held(ids: number[]): Promise<SharedCopies[]> {
    return this.database.query(
      `WITH copies AS (
         SELECT user_id, message_id FROM user_messages WHERE message_id = ANY($1::bigint[])
       ) ${BY_MESSAGES}`,
      [ids],
    );
  }

  /** Returns what was taken. */
  take(owners: Owners, ids: number[]): Promise<SharedCopies[]> {
    const [condition, people] =
      'among' in owners
        ? ['user_id = ANY($2::integer[])', owners.among]
        : ['user_id <> ALL($2::integer[])', owners.besides];
    return this.database.query(
      `WITH copies AS (
         DELETE FROM user_messages WHERE message_id = ANY($1::bigint[]) AND ${condition}
         RETURNING user_id, message_id
       ) ${BY_MESSAGES}`,
      [ids, people],
    );
  }

  /** To the subscribers of a channel who have none; read, as what they never received. */
  async giveToSubscribers(streamId: number, ids: number[]): Promise<void> {
    await this.database.query(
      `INSERT INTO user_messages (user_id, message_id, flags)
       SELECT s.user_id, given.id, ${HISTORICAL_FLAGS}
       FROM subscriptions s, unnest($2::bigint[]) AS given (id)
       WHERE s.stream_id = $1 AND s.is_active AND s.user_is_active
       ON CONFLICT DO NOTHING`,
      [streamId, ids],
    );
  }

  /**
   * For those who know one channel by a subscription and are not subscribed to the other. Each unread
   * copy is looked up among the subscriptions: as a join, PostgreSQL could compare all copies with
   * all subscriptions, since it does not know how many messages and channels have.
   */
  markReadOutside(streamId: number, otherId: number, ids: number[]): Promise<SharedCopies[]> {
    return this.database.query(
      `WITH copies AS (
         UPDATE user_messages um SET flags = flags | ${MESSAGE_FLAGS.read}
         WHERE um.message_id = ANY($3::bigint[]) AND um.flags & ${MESSAGE_FLAGS.read} = 0
           AND (SELECT true FROM subscriptions s
             WHERE s.stream_id = $1 AND s.user_id = um.user_id)
           AND (SELECT o.is_active FROM subscriptions o
             WHERE o.stream_id = $2 AND o.user_id = um.user_id) IS NOT TRUE
         RETURNING um.user_id, um.message_id
       ) ${BY_MESSAGES}`,
      [streamId, otherId, ids],
    );
  }

  /** For this person. Returns those for whom it was unread. */
  markRead(messageId: number, userId: number): Promise<number[]> {
    return this.ids(
      `UPDATE user_messages SET flags = flags | ${MESSAGE_FLAGS.read}
       WHERE message_id = $1 AND user_id = $2 AND flags & ${MESSAGE_FLAGS.read} = 0
       RETURNING user_id AS id`,
      [messageId, userId],
    );
  }

  /**
   * For this person, and for those who do not want to be bothered with topics being resolved: by
   * default, who does not follow the topic. Returns those for whom it was unread.
   */
  markResolutionRead(
    messageId: number,
    userId: number,
    { streamId, topic }: { streamId: number; topic: string },
  ): Promise<number[]> {
    return this.ids(
      `UPDATE user_messages um SET flags = um.flags | ${MESSAGE_FLAGS.read}
       FROM users u
       LEFT JOIN user_topics t
         ON t.user_id = u.id AND t.stream_id = $3 AND upper(t.topic) = upper($4)
       WHERE um.message_id = $1 AND u.id = um.user_id AND um.flags & ${MESSAGE_FLAGS.read} = 0
         AND (u.id = $2 OR CASE u.settings ->> 'resolved_topic_notice_auto_read_policy'
           WHEN 'always' THEN true
           WHEN 'never' THEN false
           ELSE t.visibility_policy IS DISTINCT FROM ${VISIBILITY_POLICIES.followed}
         END)
       RETURNING um.user_id AS id`,
      [messageId, userId, streamId, topic],
    );
  }

  /** The active people of a realm; those who are no guests, or the guests. */
  peopleOf(realmId: number, which: 'guests' | 'others'): Promise<number[]> {
    return this.ids(
      `SELECT id FROM users
       WHERE realm_id = $1 AND is_active AND role ${which === 'guests' ? '=' : '<>'} ${Role.Guest}`,
      [realmId],
    );
  }

  private async ids(sql: string, values: unknown[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(sql, values);
    return rows.map(({ id }) => id);
  }
}
