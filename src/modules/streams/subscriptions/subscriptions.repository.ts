import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { COLORS, SubscriptionEntity } from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';
import { selectList } from '#platform/database/select-list.js';
import { Role } from '#platform/http/actor.js';

export type SubscriptionKey = Pick<SubscriptionEntity, 'userId' | 'streamId'>;

export interface NewSubscriptions {
  /** Subscriptions that became active. */
  added: SubscriptionEntity[];
  /** Keyed by the id of each changed stream. */
  subscriberCounts: Map<number, number>;
}

const COLUMNS = selectList(SubscriptionEntity);

@Injectable()
export class SubscriptionsRepository {
  constructor(
    @InjectRepository(SubscriptionEntity)
    private readonly subscriptions: Repository<SubscriptionEntity>,
    private readonly database: Database,
  ) {}

  /** Includes inactive subscriptions. */
  findOwn(userId: number): Promise<SubscriptionEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM subscriptions WHERE user_id = $1`,
      [userId],
      {
        prepare: true,
      },
    );
  }

  /** Locks active users against deactivation and returns their ids. */
  async lockActive(userIds: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users WHERE id = ANY($1::integer[]) AND is_active ORDER BY id FOR SHARE`,
      [userIds],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Subscribes all users to all streams in one statement. Former subscriptions keep their settings;
   * new ones get the requested color or the next one of the palette.
   */
  async subscribe(
    userIds: number[],
    streams: { id: number; color: string | undefined }[],
  ): Promise<NewSubscriptions> {
    const added = await this.database.query<SubscriptionEntity>(
      `WITH taken AS (
         SELECT user_id, count(*) AS n FROM subscriptions
         WHERE user_id = ANY($1::integer[]) GROUP BY user_id
       )
       INSERT INTO subscriptions (user_id, stream_id, color)
       SELECT u.id, stream.id, coalesce(stream.color,
         ($4::text[])[1 + (coalesce(taken.n, 0) + stream.position - 1) % cardinality($4::text[])])
       FROM unnest($1::integer[]) AS u (id)
       CROSS JOIN unnest($2::integer[], $3::text[])
         WITH ORDINALITY AS stream (id, color, position)
       LEFT JOIN taken ON taken.user_id = u.id
       ORDER BY stream.id, u.id
       ON CONFLICT (user_id, stream_id) DO UPDATE SET is_active = true
         WHERE NOT subscriptions.is_active
       RETURNING ${COLUMNS}`,
      [userIds, streams.map(({ id }) => id), streams.map(({ color }) => color), COLORS],
    );
    return { added, subscriberCounts: await this.count(added, 1) };
  }

  /** Deactivates subscriptions, keeping their settings. Returns the changed ones. */
  async unsubscribe(userIds: number[], streamIds: number[]): Promise<SubscriptionKey[]> {
    const rows = await this.database.query<SubscriptionKey & { userIsActive: boolean }>(
      `UPDATE subscriptions SET is_active = false
       WHERE user_id = ANY($1::integer[]) AND stream_id = ANY($2::integer[]) AND is_active
       RETURNING user_id AS "userId", stream_id AS "streamId", user_is_active AS "userIsActive"`,
      [userIds, streamIds],
    );
    await this.count(
      rows.filter(({ userIsActive }) => userIsActive),
      -1,
    );
    return rows;
  }

  /** Includes or excludes the user in subscriber counts. Returns the active subscriptions. */
  async setUserActive(userId: number, isActive: boolean): Promise<SubscriptionKey[]> {
    const rows = await this.database.query<SubscriptionKey & { isSubscribed: boolean }>(
      `UPDATE subscriptions SET user_is_active = $2
       WHERE user_id = $1 AND user_is_active <> $2
       RETURNING user_id AS "userId", stream_id AS "streamId", is_active AS "isSubscribed"`,
      [userId, isActive],
    );
    const active = rows.filter(({ isSubscribed }) => isSubscribed);
    await this.count(active, isActive ? 1 : -1);
    return active;
  }

  /** Returns the ids of the subscribed streams. */
  async activeStreamIds(userId: number): Promise<number[]> {
    const subscriptions = await this.subscriptions.find({
      select: { userId: true, streamId: true },
      where: { userId, isActive: true },
      order: { streamId: 'ASC' },
    });
    return subscriptions.map(({ streamId }) => streamId);
  }

  /** Returns the active subscriptions of active users. */
  findSubscribers(streamId: number): Promise<SubscriptionEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM subscriptions
       WHERE stream_id = $1 AND is_active AND user_is_active`,
      [streamId],
    );
  }

  /** Returns the subscriptions among `keys` that are inactive. */
  findFormer(keys: SubscriptionKey[]): Promise<SubscriptionEntity[]> {
    return this.database.query(
      `SELECT ${selectList(SubscriptionEntity, 's')} FROM subscriptions s
       JOIN unnest($1::integer[], $2::integer[]) AS k (user_id, stream_id)
         ON s.user_id = k.user_id AND s.stream_id = k.stream_id
       WHERE NOT s.is_active`,
      [keys.map(({ userId }) => userId), keys.map(({ streamId }) => streamId)],
    );
  }

  /** Returns all inactive subscriptions of active users. */
  findAllFormer(streamId: number): Promise<SubscriptionEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM subscriptions
       WHERE stream_id = $1 AND NOT is_active AND user_is_active`,
      [streamId],
    );
  }

  async guestsAmong(userIds: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users WHERE id = ANY($1::integer[]) AND role = ${Role.Guest}`,
      [userIds],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the ids of active subscribers in ascending order, keyed by stream id. */
  async subscriberIds(streamIds: number[]): Promise<Map<number, number[]>> {
    const rows = await this.database.query<{ streamId: number; userIds: number[] }>(
      `SELECT stream_id AS "streamId", json_agg(user_id ORDER BY user_id) AS "userIds"
       FROM subscriptions
       WHERE stream_id = ANY($1::integer[]) AND is_active AND user_is_active
       GROUP BY stream_id`,
      [streamIds],
    );
    return new Map(rows.map(({ streamId, userIds }) => [streamId, userIds]));
  }

  /** Returns the ids of all subscribers, including deactivated users. */
  async allSubscriberIds(streamId: number): Promise<number[]> {
    const rows = await this.database.query<{ userId: number }>(
      `SELECT user_id AS "userId" FROM subscriptions WHERE stream_id = $1 AND is_active`,
      [streamId],
    );
    return rows.map(({ userId }) => userId);
  }

  /** As subscriberIds, with at most `limit` subscribers for each stream. */
  async someSubscriberIds(streamIds: number[], limit: number): Promise<Map<number, number[]>> {
    if (streamIds.length === 0) return new Map();
    const rows = await this.database.query<{ streamId: number; userIds: number[] }>(
      `SELECT c.stream_id AS "streamId",
         coalesce(json_agg(s.user_id ORDER BY s.user_id), '[]') AS "userIds"
       FROM unnest($1::integer[]) AS c (stream_id),
       LATERAL (
         SELECT user_id FROM subscriptions
         WHERE stream_id = c.stream_id AND is_active AND user_is_active
         ORDER BY user_id LIMIT $2
       ) s
       GROUP BY c.stream_id`,
      [streamIds, limit],
    );
    return new Map(rows.map(({ streamId, userIds }) => [streamId, userIds]));
  }

  /** Updates the subscriber counts of streams and returns them. */
  private async count(changed: SubscriptionKey[], by: 1 | -1): Promise<Map<number, number>> {
    if (changed.length === 0) return new Map();
    const rows = await this.database.query<{ id: number; subscriberCount: number }>(
      `UPDATE streams s SET subscriber_count = s.subscriber_count + c.n * $2
       FROM (
         SELECT stream_id, count(*)::integer AS n FROM unnest($1::integer[]) AS stream_id GROUP BY 1
       ) c
       WHERE s.id = c.stream_id
       RETURNING s.id, s.subscriber_count AS "subscriberCount"`,
      [changed.map(({ streamId }) => streamId), by],
    );
    return new Map(rows.map(({ id, subscriberCount }) => [id, subscriberCount]));
  }
}
