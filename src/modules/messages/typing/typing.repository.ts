import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** What people who never changed the setting have. */
const WANTS_TO_KNOW = `coalesce((u.settings ->> 'receives_typing_notifications')::boolean, true)`;

@Injectable()
export class TypingRepository {
  constructor(private readonly database: Database) {}

  /** Those of the people who want to know who types. */
  async interested(userIds: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT u.id FROM users u WHERE u.id = ANY($1::integer[]) AND u.is_active AND ${WANTS_TO_KNOW}`,
      [userIds],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /** Up to this many, whether or not they want to know who types. */
  async subscribers(
    streamId: number,
    limit: number,
  ): Promise<{ user_id: number; is_interested: boolean }[]> {
    return this.database.query(
      `SELECT s.user_id, ${WANTS_TO_KNOW} AS is_interested
       FROM subscriptions s JOIN users u ON u.id = s.user_id
       WHERE s.stream_id = $1 AND s.is_active AND s.user_is_active
       LIMIT $2`,
      [streamId, limit],
      { prepare: true },
    );
  }
}
