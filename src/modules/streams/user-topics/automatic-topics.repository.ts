import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { RaisedPolicy } from './automatic-policy.js';
import type { TopicKey } from './user-topics.repository.js';
import { VISIBILITY_POLICIES } from './visibility-policies.js';

export interface RaisedTopic {
  userId: number;
  /** The spelling of the row of the user. */
  topic: string;
  wasMuted: boolean;
}

@Injectable()
export class AutomaticTopicsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Sets the policy for users with a lower one, except for muted topics if `keepMuted` is set. Returns
   * the users by ascending id.
   */
  raise(
    userIds: number[],
    { streamId, topic }: TopicKey,
    { policy, keepMuted, now }: { policy: RaisedPolicy; keepMuted: boolean; now: Date },
  ): Promise<RaisedTopic[]> {
    return this.database.query(
      `WITH muted AS (
         SELECT user_id FROM user_topics
         WHERE user_id = ANY ($1::integer[]) AND stream_id = $2 AND upper(topic) = upper($3)
           AND visibility_policy = ${VISIBILITY_POLICIES.muted}
       ), raised AS (
         INSERT INTO user_topics AS existing (user_id, stream_id, topic, visibility_policy, last_updated)
         SELECT user_id, $2, $3, $4, $5 FROM unnest($1::integer[]) AS u (user_id) ORDER BY user_id
         ON CONFLICT (user_id, stream_id, upper(topic)) DO UPDATE
           SET visibility_policy = excluded.visibility_policy, last_updated = excluded.last_updated
           WHERE existing.visibility_policy < excluded.visibility_policy
             AND NOT ($6 AND existing.visibility_policy = ${VISIBILITY_POLICIES.muted})
         RETURNING user_id, topic
       )
       SELECT user_id AS "userId", topic, user_id IN (SELECT user_id FROM muted) AS "wasMuted"
       FROM raised ORDER BY user_id`,
      [userIds, streamId, topic, policy, now, keepMuted],
      { prepare: true },
    );
  }

  /** Returns settings and mute state of a subscriber; undefined without a subscription. */
  async findParticipation(
    userId: number,
    streamId: number,
  ): Promise<{ isChannelMuted: boolean; settings: Record<string, unknown> } | undefined> {
    const [row] = await this.database.query<{
      isChannelMuted: boolean;
      settings: Record<string, unknown>;
    }>(
      `SELECT s.is_muted AS "isChannelMuted", u.settings
       FROM subscriptions s JOIN users u ON u.id = s.user_id
       WHERE s.user_id = $1 AND s.stream_id = $2 AND s.is_active`,
      [userId, streamId],
      { prepare: true },
    );
    return row;
  }

  /** Returns the users who follow topics in which they are mentioned. */
  async findMentionFollowers(userIds: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users
       WHERE id = ANY ($1::integer[]) AND bot_type IS NULL
         AND coalesce((settings ->> 'automatically_follow_topics_where_mentioned')::boolean, true)
       ORDER BY id`,
      [userIds],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }
}
