import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { selectList } from '#platform/database/select-list.js';
import { UserTopicEntity } from './user-topic.entity.js';
import { VISIBILITY_POLICIES, type VisibilityPolicy } from './visibility-policies.js';

export interface TopicKey {
  streamId: number;
  topic: string;
}

/** The policies of a user for two topics; 0 for none. */
export interface TwoPolicies {
  userId: number;
  old: VisibilityPolicy | 0;
  target: VisibilityPolicy | 0;
}

export interface MutedTopicOfUser extends Pick<
  UserTopicEntity,
  'userId' | 'streamId' | 'topic' | 'lastUpdated'
> {
  streamName: string;
}

const COLUMNS = selectList(UserTopicEntity);

@Injectable()
export class UserTopicsRepository {
  constructor(
    @InjectRepository(UserTopicEntity) private readonly userTopics: Repository<UserTopicEntity>,
    private readonly database: Database,
  ) {}

  /** Oldest first. Part of the register snapshot. */
  findAll(userId: number): Promise<UserTopicEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM user_topics WHERE user_id = $1 ORDER BY id`,
      [userId],
      { prepare: true },
    );
  }

  /** Oldest first. */
  findMuted(userId: number): Promise<UserTopicEntity[]> {
    return this.userTopics.find({
      where: { userId, visibilityPolicy: VISIBILITY_POLICIES.muted },
      order: { id: 'ASC' },
    });
  }

  /** Returns the stored spelling of the topic; undefined if the policy is unchanged. */
  async set({
    userId,
    streamId,
    topic,
    visibilityPolicy,
    lastUpdated,
  }: Omit<UserTopicEntity, 'id'>): Promise<string | undefined> {
    const [row] = await this.database.query<{ topic: string }>(
      `INSERT INTO user_topics AS existing (user_id, stream_id, topic, visibility_policy, last_updated)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id, stream_id, upper(topic)) DO UPDATE
         SET visibility_policy = excluded.visibility_policy, last_updated = excluded.last_updated
         WHERE existing.visibility_policy <> excluded.visibility_policy
       RETURNING topic`,
      [userId, streamId, topic, visibilityPolicy, lastUpdated],
    );
    return row?.topic;
  }

  /** Returns the stored spelling of the topic; undefined if no such policy existed. */
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

  /** Returns all users with a policy for one of the topics. */
  findByTopics(old: TopicKey, target: TopicKey): Promise<TwoPolicies[]> {
    return this.database.query(
      `WITH old AS (
         SELECT user_id, visibility_policy FROM user_topics
         WHERE stream_id = $1 AND upper(topic) = upper($2)
       ), target AS (
         SELECT user_id, visibility_policy FROM user_topics
         WHERE stream_id = $3 AND upper(topic) = upper($4)
       )
       SELECT user_id AS "userId", coalesce(old.visibility_policy, 0) AS old,
         coalesce(target.visibility_policy, 0) AS target
       FROM old FULL JOIN target USING (user_id)
       ORDER BY user_id`,
      [old.streamId, old.topic, target.streamId, target.topic],
    );
  }

  /** Removes the policies of the users, or of all users if `userIds` is undefined. */
  async removeByTopic({ streamId, topic }: TopicKey, userIds?: number[]): Promise<void> {
    await this.database.query(
      `DELETE FROM user_topics WHERE stream_id = $1 AND upper(topic) = upper($2)
         AND ($3::integer[] IS NULL OR user_id = ANY($3))`,
      [streamId, topic, userIds ?? null],
    );
  }

  async setForAll(
    userIds: number[],
    { streamId, topic }: TopicKey,
    policy: VisibilityPolicy,
    now: Date,
  ): Promise<void> {
    await this.database.query(
      `INSERT INTO user_topics (user_id, stream_id, topic, visibility_policy, last_updated)
       SELECT unnest($1::integer[]), $2, $3, $4, $5
       ON CONFLICT (user_id, stream_id, upper(topic)) DO UPDATE
         SET topic = excluded.topic, visibility_policy = excluded.visibility_policy,
           last_updated = excluded.last_updated`,
      [userIds, streamId, topic, policy, now],
    );
  }

  findMutedByUsers(userIds: number[]): Promise<MutedTopicOfUser[]> {
    return this.database.query(
      `SELECT t.user_id AS "userId", t.stream_id AS "streamId", t.topic,
         t.last_updated AS "lastUpdated", s.name AS "streamName"
       FROM user_topics t JOIN streams s ON s.id = t.stream_id
       WHERE t.user_id = ANY($1::integer[]) AND t.visibility_policy = $2
       ORDER BY t.id`,
      [userIds, VISIBILITY_POLICIES.muted],
    );
  }
}
