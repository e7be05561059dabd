import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type Stream, STREAM_COLUMNS } from './streams.repository.js';

export type CountedStream = Pick<Stream, 'id' | 'dateCreated' | 'weeklyTraffic'> & {
  /** The number of messages since the requested time. */
  messageCount: number;
};

export interface WeeklyTraffic {
  id: number;
  value: number | null;
}

@Injectable()
export class StreamActivityRepository {
  constructor(private readonly database: Database) {}

  /** Marks streams without messages since `since` as inactive and returns them. */
  async clearRecentUse(realmId: number, since: Date): Promise<Stream[]> {
    return this.database.query(
      `UPDATE streams s SET is_recently_active = false
       FROM recipients r
       WHERE s.realm_id = $1 AND s.is_recently_active AND NOT s.is_archived
         AND r.stream_id = s.id AND s.date_created < $2
         AND coalesce((
           SELECT m.date_sent FROM messages m WHERE m.recipient_id = r.id ORDER BY m.id DESC LIMIT 1
         ), s.date_created) < $2
       RETURNING ${STREAM_COLUMNS}`,
      [realmId, since],
    );
  }

  /** Returns the active streams with the numbers of their messages since `since`. */
  async countMessages(realmId: number, since: Date): Promise<CountedStream[]> {
    return this.database.query(
      `WITH recent AS (
         SELECT recipient_id, count(*)::integer AS n FROM messages
         WHERE realm_id = $1 AND date_sent >= $2 GROUP BY recipient_id
       )
       SELECT s.id, s.date_created AS "dateCreated", s.weekly_traffic AS "weeklyTraffic",
         coalesce(recent.n, 0) AS "messageCount"
       FROM streams s
       JOIN recipients r ON r.stream_id = s.id
       LEFT JOIN recent ON recent.recipient_id = r.id
       WHERE s.realm_id = $1 AND NOT s.is_archived
       ORDER BY s.id`,
      [realmId, since],
    );
  }

  /** Returns the streams that exist and are not archived. */
  async setWeeklyTraffic(traffic: WeeklyTraffic[]): Promise<Stream[]> {
    return this.database.query(
      `UPDATE streams s SET weekly_traffic = t.value
       FROM unnest($1::integer[], $2::integer[]) AS t (id, value)
       JOIN recipients r ON r.stream_id = t.id
       WHERE s.id = t.id AND NOT s.is_archived
       RETURNING ${STREAM_COLUMNS}`,
      [traffic.map(({ id }) => id), traffic.map(({ value }) => value)],
    );
  }
}
