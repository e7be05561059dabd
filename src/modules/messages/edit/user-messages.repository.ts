import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, type Repository } from 'typeorm';
import { UserMessageEntity } from '#modules/messages/messages';
import type { TextFlags } from '#modules/messages/render';
import {
  GROUPS_OF_AFFECTED,
  HISTORICAL_FLAGS,
  MESSAGE_FLAGS,
  type UserMessageGroup,
} from '#modules/messages/user-messages';
import { VISIBILITY_POLICIES } from '#modules/streams/user-topics';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

/** These users, or all others. */
export type UserSet = { only: number[] } | { except: number[] };

@Injectable()
export class UserMessagesRepository {
  constructor(
    @InjectRepository(UserMessageEntity)
    private readonly userMessages: Repository<UserMessageEntity>,
    private readonly database: Database,
  ) {}

  /** Active users who are or were subscribed to one of the channels, or received the message. */
  async subscribersAndReceivers(streamIds: number[], messageId: number): Promise<number[]> {
    // Two indexes cover the active and the inactive subscriptions of a channel.
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
       ) AS candidate
       JOIN users u ON u.id = candidate.user_id AND u.is_active`,
      [streamIds, messageId],
    );
  }

  /** The users who received each of the messages. */
  receivers(ids: number[]): Promise<UserMessageGroup[]> {
    return this.database.query(
      `WITH affected AS (
         SELECT user_id, message_id FROM user_messages WHERE message_id = ANY($1::bigint[])
       ) ${GROUPS_OF_AFFECTED}`,
      [ids],
    );
  }

  /** Returns the deleted user messages. */
  delete(users: UserSet, ids: number[]): Promise<UserMessageGroup[]> {
    const [condition, userIds] =
      'only' in users
        ? ['user_id = ANY($2::integer[])', users.only]
        : ['user_id <> ALL($2::integer[])', users.except];
    return this.database.query(
      `WITH affected AS (
         DELETE FROM user_messages WHERE message_id = ANY($1::bigint[]) AND ${condition}
         RETURNING user_id, message_id
       ) ${GROUPS_OF_AFFECTED}`,
      [ids, userIds],
    );
  }

  /** Adds historical user messages for subscribers of the channel who have none. */
  async insertForSubscribers(streamId: number, ids: number[]): Promise<void> {
    await this.database.query(
      `INSERT INTO user_messages (user_id, message_id, flags)
       SELECT s.user_id, message.id, ${HISTORICAL_FLAGS}
       FROM subscriptions s, unnest($2::bigint[]) AS message (id)
       WHERE s.stream_id = $1 AND s.is_active AND s.user_is_active
       ON CONFLICT DO NOTHING`,
      [streamId, ids],
    );
  }

  /**
   * Marks messages as read for current and former subscribers of one channel who are not subscribed
   * to the other. Subscriptions are looked up for each unread row: as a join, PostgreSQL might compare
   * all rows with all subscriptions, since it has no statistics of how many messages and channels have.
   */
  markReadForUnsubscribed(
    streamId: number,
    otherId: number,
    ids: number[],
  ): Promise<UserMessageGroup[]> {
    return this.database.query(
      `WITH affected AS (
         UPDATE user_messages um SET flags = flags | ${MESSAGE_FLAGS.read}
         WHERE um.message_id = ANY($3::bigint[]) AND um.flags & ${MESSAGE_FLAGS.read} = 0
           AND (SELECT true FROM subscriptions s
             WHERE s.stream_id = $1 AND s.user_id = um.user_id)
           AND (SELECT o.is_active FROM subscriptions o
             WHERE o.stream_id = $2 AND o.user_id = um.user_id) IS NOT TRUE
         RETURNING um.user_id, um.message_id
       ) ${GROUPS_OF_AFFECTED}`,
      [streamId, otherId, ids],
    );
  }

  /** Marks a message as read for a user; returns the user when it was unread. */
  markRead(messageId: number, userId: number): Promise<number[]> {
    return this.ids(
      `UPDATE user_messages SET flags = flags | ${MESSAGE_FLAGS.read}
       WHERE message_id = $1 AND user_id = $2 AND flags & ${MESSAGE_FLAGS.read} = 0
       RETURNING user_id AS id`,
      [messageId, userId],
    );
  }

  /**
   * Marks the notification about a resolved topic as read for this user and for those whose settings
   * say so: by default, users who do not follow the topic. Returns the users with changed rows.
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

  /**
   * The flags of a message by user id, locked until the transaction ends: an event that contains them
   * must agree with them at its position in the event log.
   */
  async lockFlags(messageId: number): Promise<Map<number, number>> {
    const rows = await this.database.query<{ userId: number; flags: number }>(
      `SELECT user_id AS "userId", flags FROM user_messages WHERE message_id = $1
       ORDER BY user_id FOR NO KEY UPDATE`,
      [messageId],
      { prepare: true },
    );
    return new Map(rows.map(({ userId, flags }) => [userId, flags]));
  }

  /** Replaces the flags in `mask`, for all users and for single ones; returns all flags by user id. */
  async replaceFlags(
    messageId: number,
    mask: number,
    { common, personal }: TextFlags,
  ): Promise<ReadonlyMap<number, number>> {
    const flags = await this.lockFlags(messageId);
    const changed = new Map<number, number[]>();
    for (const [userId, before] of flags) {
      const after = (before & ~mask) | common | (personal.get(userId) ?? 0);
      if (after === before) continue;
      flags.set(userId, after);
      const others = changed.get(after);
      if (others) others.push(userId);
      else changed.set(after, [userId]);
    }
    for (const [after, userIds] of changed) await this.setFlags(messageId, userIds, after);
    return flags;
  }

  /** The active users of a realm who are guests, or who are not. */
  activeUsers(realmId: number, which: 'guests' | 'non-guests'): Promise<number[]> {
    return this.ids(
      `SELECT id FROM users
       WHERE realm_id = $1 AND is_active AND role ${which === 'guests' ? '=' : '<>'} ${Role.Guest}`,
      [realmId],
    );
  }

  /**
   * The users are an array, not rows to be joined: PostgreSQL has no statistics of how many user
   * messages a message has, and would compare each of them with each of the rows.
   */
  private async setFlags(messageId: number, userIds: number[], flags: number): Promise<void> {
    await this.userMessages.update({ messageId, userId: Any(userIds) }, { flags });
  }

  private async ids(sql: string, values: unknown[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(sql, values);
    return rows.map(({ id }) => id);
  }
}
