import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type UserTopic, VISIBILITY_POLICIES, type VisibilityPolicy } from './user-topics.view.js';

@Injectable()
export class UserTopicsRepository {
  constructor(private readonly database: Database) {}

  findAll(userId: number): Promise<UserTopic[]> {
    return this.database.query(
      `SELECT stream_id, topic, visibility_policy, last_updated FROM user_topics
       WHERE user_id = $1 ORDER BY id`,
      [userId],
    );
  }

  findMuted(userId: number): Promise<UserTopic[]> {
    return this.database.query(
      `SELECT stream_id, topic, visibility_policy, last_updated FROM user_topics
       WHERE user_id = $1 AND visibility_policy = $2 ORDER BY id`,
      [userId, VISIBILITY_POLICIES.muted],
    );
  }

  /** Returns the topic as it was first spelled, or undefined when the policy is the present one. */
  async set(
    userId: number,
    { stream_id, topic, visibility_policy, last_updated }: UserTopic,
  ): Promise<string | undefined> {
    const [row] = await this.database.query<{ topic: string }>(
      `INSERT INTO user_topics AS known (user_id, stream_id, topic, visibility_policy, last_updated)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id, stream_id, upper(topic)) DO UPDATE
         SET visibility_policy = excluded.visibility_policy, last_updated = excluded.last_updated
         WHERE known.visibility_policy <> excluded.visibility_policy
       RETURNING topic`,
      [userId, stream_id, topic, visibility_policy, last_updated],
    );
    return row?.topic;
  }

  /** Returns the topic as it was first spelled, or undefined when there was none of this policy. */
  async remove(
    userId: number,
    streamId: number,
    topic: string,
    policy: VisibilityPolicy | undefined,
  ): Promise<string | undefined> {
    const [row] = await this.database.query<{ topic: string }>(
      `DELETE FROM user_topics
       WHERE user_id = $1 AND stream_id = $2 AND upper(topic) = upper($3)
         AND visibility_policy = coalesce($4, visibility_policy)
       RETURNING topic`,
      [userId, streamId, topic, policy ?? null],
    );
    return row?.topic;
  }
}
