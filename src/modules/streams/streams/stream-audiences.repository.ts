import { Injectable } from '@nestjs/common';
import type { GroupUser } from '#modules/groups/groups';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

/** Subscribers, and bots whose owner is subscribed. */
const READERS = `
  SELECT s.stream_id, s.user_id FROM subscriptions s
  WHERE s.stream_id = ANY($1::integer[]) AND s.is_active AND s.user_is_active
  UNION
  SELECT s.stream_id, bot.id FROM subscriptions s
  JOIN users bot ON bot.bot_owner_id = s.user_id AND bot.is_active
  WHERE s.stream_id = ANY($1::integer[]) AND s.is_active`;

@Injectable()
export class StreamAudiencesRepository {
  constructor(private readonly database: Database) {}

  /** Returns all active users of a realm. */
  findActiveUsers(realmId: number): Promise<GroupUser[]> {
    return this.database.query(
      `SELECT id AS "userId", role FROM users WHERE realm_id = $1 AND is_active`,
      [realmId],
      { prepare: true },
    );
  }

  /** Keyed by stream id; streams without readers are absent. */
  findReaders(streamIds: number[]): Promise<Map<number, number[]>> {
    return this.byStream(READERS, [streamIds]);
  }

  findGuestReaders(streamIds: number[]): Promise<Map<number, number[]>> {
    return this.byStream(
      `SELECT r.stream_id, r.user_id FROM (${READERS}) r
       JOIN users u ON u.id = r.user_id AND u.role = $2`,
      [streamIds, Role.Guest],
    );
  }

  /** Returns the active bots of the users. */
  async botIdsOf(userIds: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users WHERE bot_owner_id = ANY($1::integer[]) AND is_active`,
      [userIds],
    );
    return rows.map(({ id }) => id);
  }

  private async byStream(pairs: string, values: unknown[]): Promise<Map<number, number[]>> {
    const rows = await this.database.query<{ streamId: number; userIds: number[] }>(
      `SELECT stream_id AS "streamId", json_agg(user_id) AS "userIds" FROM (${pairs}) pairs GROUP BY stream_id`,
      values,
    );
    return new Map(rows.map(({ streamId, userIds }) => [streamId, userIds]));
  }
}
