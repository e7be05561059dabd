import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { COLORS, type OwnSettings } from '#modules/streams/streams';

export interface SubscriptionRow extends OwnSettings {
  user_id: number;
  stream_id: number;
  is_active: boolean;
}

export interface Pair {
  user_id: number;
  stream_id: number;
}

export interface NewSubscriptions {
  /** Subscriptions that became active. */
  added: SubscriptionRow[];
  /** Keyed by the id of each changed stream. */
  subscriberCounts: Map<number, number>;
}

@Injectable()
export class SubscriptionsRepository {
  constructor(private readonly database: Database) {}

  /** Includes inactive subscriptions. */
  findOwn(userId: number): Promise<SubscriptionRow[]> {
    return this.database.query(`SELECT * FROM subscriptions WHERE user_id = $1`, [userId], {
      prepare: true,
    });
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
    const added = await this.database.query<SubscriptionRow>(
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
       RETURNING *`,
      [userIds, streams.map(({ id }) => id), streams.map(({ color }) => color), COLORS],
    );
    return { added, subscriberCounts: await this.count(added, 1) };
  }

  /** Deactivates subscriptions, keeping their settings. Returns the changed ones. */
  async unsubscribe(userIds: number[], streamIds: number[]): Promise<Pair[]> {
    const rows = await this.database.query<Pair & { user_is_active: boolean }>(
      `UPDATE subscriptions SET is_active = false
       WHERE user_id = ANY($1::integer[]) AND stream_id = ANY($2::integer[]) AND is_active
       RETURNING user_id, stream_id, user_is_active`,
      [userIds, streamIds],
    );
    await this.count(
      rows.filter((row) => row.user_is_active),
      -1,
    );
    return rows;
  }

  /** Includes or excludes the user in subscriber counts. Returns the active subscriptions. */
  async setUserActive(userId: number, isActive: boolean): Promise<Pair[]> {
    const rows = await this.database.query<Pair & { is_active: boolean }>(
      `UPDATE subscriptions SET user_is_active = $2
       WHERE user_id = $1 AND user_is_active <> $2
       RETURNING user_id, stream_id, is_active`,
      [userId, isActive],
    );
    const active = rows.filter(({ is_active: isSubscribed }) => isSubscribed);
    await this.count(active, isActive ? 1 : -1);
    return active;
  }

  /** Returns the ids of the subscribed streams. */
  async activeStreamIds(userId: number): Promise<number[]> {
    const rows = await this.database.query<{ stream_id: number }>(
      `SELECT stream_id FROM subscriptions WHERE user_id = $1 AND is_active ORDER BY stream_id`,
      [userId],
    );
    return rows.map(({ stream_id }) => stream_id);
  }

  /** Returns the active subscriptions of active users. */
  findSubscribers(streamId: number): Promise<SubscriptionRow[]> {
    return this.database.query(
      `SELECT * FROM subscriptions WHERE stream_id = $1 AND is_active AND user_is_active`,
      [streamId],
    );
  }

  /** Returns the subscriptions among `pairs` that are inactive. */
  findFormer(pairs: Pair[]): Promise<SubscriptionRow[]> {
    return this.database.query(
      `SELECT s.* FROM subscriptions s
       JOIN unnest($1::integer[], $2::integer[]) AS p (user_id, stream_id)
         ON s.user_id = p.user_id AND s.stream_id = p.stream_id
       WHERE NOT s.is_active`,
      [pairs.map(({ user_id }) => user_id), pairs.map(({ stream_id }) => stream_id)],
    );
  }

  /** Returns all inactive subscriptions of active users. */
  findAllFormer(streamId: number): Promise<SubscriptionRow[]> {
    return this.database.query(
      `SELECT * FROM subscriptions WHERE stream_id = $1 AND NOT is_active AND user_is_active`,
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
    const rows = await this.database.query<{ stream_id: number; user_ids: number[] }>(
      `SELECT stream_id, json_agg(user_id ORDER BY user_id) AS user_ids
       FROM subscriptions
       WHERE stream_id = ANY($1::integer[]) AND is_active AND user_is_active
       GROUP BY stream_id`,
      [streamIds],
    );
    return new Map(rows.map(({ stream_id, user_ids }) => [stream_id, user_ids]));
  }

  /** Returns the ids of all subscribers, including deactivated users. */
  async allSubscriberIds(streamId: number): Promise<number[]> {
    const rows = await this.database.query<{ user_id: number }>(
      `SELECT user_id FROM subscriptions WHERE stream_id = $1 AND is_active`,
      [streamId],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /** As subscriberIds, with at most `limit` subscribers for each stream. */
  async someSubscriberIds(streamIds: number[], limit: number): Promise<Map<number, number[]>> {
    if (streamIds.length === 0) return new Map();
    const rows = await this.database.query<{ stream_id: number; user_ids: number[] }>(
      `SELECT c.stream_id, coalesce(json_agg(s.user_id ORDER BY s.user_id), '[]') AS user_ids
       FROM unnest($1::integer[]) AS c (stream_id),
       LATERAL (
         SELECT user_id FROM subscriptions
         WHERE stream_id = c.stream_id AND is_active AND user_is_active
         ORDER BY user_id LIMIT $2
       ) s
       GROUP BY c.stream_id`,
      [streamIds, limit],
    );
    return new Map(rows.map(({ stream_id, user_ids }) => [stream_id, user_ids]));
  }

  /** Updates the subscriber counts of streams and returns them. */
  private async count(changed: Pair[], by: 1 | -1): Promise<Map<number, number>> {
    if (changed.length === 0) return new Map();
    const rows = await this.database.query<{ id: number; subscriber_count: number }>(
      `UPDATE streams s SET subscriber_count = s.subscriber_count + c.n * $2
       FROM (
         SELECT stream_id, count(*)::integer AS n FROM unnest($1::integer[]) AS stream_id GROUP BY 1
       ) c
       WHERE s.id = c.stream_id
       RETURNING s.id, s.subscriber_count`,
      [changed.map(({ stream_id }) => stream_id), by],
    );
    return new Map(rows.map(({ id, subscriber_count }) => [id, subscriber_count]));
  }
}
