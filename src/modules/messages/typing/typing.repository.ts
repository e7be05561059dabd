import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** Defaults to true. */
const IS_INTERESTED = `coalesce((u.settings ->> 'receives_typing_notifications')::boolean, true)`;

@Injectable()
export class TypingRepository {
  constructor(private readonly database: Database) {}

  /** The users who want to receive typing notifications. */
  async interested(userIds: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT u.id FROM users u WHERE u.id = ANY($1::integer[]) AND u.is_active AND ${IS_INTERESTED}`,
      [userIds],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /** Up to `limit` subscribers, whether or not they want to receive typing notifications. */
  async subscribers(
    streamId: number,
    limit: number,
  ): Promise<{ userId: number; isInterested: boolean }[]> {
    return this.database.query(
      `SELECT s.user_id AS "userId", ${IS_INTERESTED} AS "isInterested"
       FROM subscriptions s JOIN users u ON u.id = s.user_id
       WHERE s.stream_id = $1 AND s.is_active AND s.user_is_active
       LIMIT $2`,
      [streamId, limit],
      { prepare: true },
    );
  }
}
