import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

@Injectable()
export class UserVisibilityRepository {
  constructor(private readonly database: Database) {}

  /**
   * The users that a limited guest may see: those in the same channels and conversations, all bots,
   * and the guest.
   */
  async accessibleIds(realmId: number, userId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT other.user_id AS id
       FROM subscriptions own
       JOIN subscriptions other ON other.stream_id = own.stream_id AND other.is_active
       WHERE own.user_id = $2 AND own.is_active
       UNION
       SELECT unnest(user_ids) FROM recipients WHERE realm_id = $1 AND user_ids @> ARRAY[$2::integer]
       UNION
       SELECT id FROM users WHERE realm_id = $1 AND (bot_type IS NOT NULL OR id = $2)`,
      [realmId, userId],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Sets of users who can see each other: the members of each channel of these limited guests and of each of
   * their conversations. With `userIds`, channels contain these users and the guests only.
   */
  async circles(realmId: number, guestIds: number[], userIds?: number[]): Promise<number[][]> {
    const rows = await this.database.query<{ userIds: number[] }>(
      `SELECT json_agg(s.user_id) AS "userIds" FROM subscriptions s
       WHERE s.is_active
         AND s.stream_id IN (
           SELECT stream_id FROM subscriptions WHERE user_id = ANY($2::integer[]) AND is_active)
         AND ($3::integer[] IS NULL OR s.user_id = ANY($3) OR s.user_id = ANY($2))
       GROUP BY s.stream_id
       UNION ALL
       SELECT to_json(user_ids) FROM recipients
       WHERE realm_id = $1 AND user_ids && $2::integer[]`,
      [realmId, guestIds, userIds ?? null],
    );
    return rows.map((row) => row.userIds);
  }

  async botIds(realmId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users WHERE realm_id = $1 AND bot_type IS NOT NULL`,
      [realmId],
    );
    return rows.map(({ id }) => id);
  }

  /** All users except system bots, in ascending order. */
  async allIds(realmId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users WHERE realm_id = $1 AND NOT is_system_bot ORDER BY id`,
      [realmId],
    );
    return rows.map(({ id }) => id);
  }

  /** The active guests who share a channel or conversation with the user, or all when it is a bot. */
  async guestsWithAccess(realmId: number, userId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT guest.id FROM users guest
       WHERE guest.realm_id = $1 AND guest.role = ${Role.Guest} AND guest.is_active AND (
         guest.id = $2
         OR EXISTS (SELECT 1 FROM users u WHERE u.id = $2 AND u.bot_type IS NOT NULL)
         OR EXISTS (
           SELECT 1 FROM subscriptions own
           JOIN subscriptions other ON other.stream_id = own.stream_id AND other.user_id = $2
             AND other.is_active
           WHERE own.user_id = guest.id AND own.is_active)
         OR EXISTS (
           SELECT 1 FROM recipients r
           WHERE r.realm_id = $1 AND r.user_ids @> ARRAY[guest.id, $2::integer]))`,
      [realmId, userId],
    );
    return rows.map(({ id }) => id);
  }

  /** The active guests among the users and in the channels. */
  async guestsAmong(realmId: number, userIds: number[], streamIds: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT u.id FROM users u
       WHERE u.realm_id = $1 AND u.role = ${Role.Guest} AND u.is_active
         AND (u.id = ANY($2::integer[]) OR EXISTS (
           SELECT 1 FROM subscriptions s
           WHERE s.user_id = u.id AND s.stream_id = ANY($3::integer[]) AND s.is_active))
       ORDER BY u.id`,
      [realmId, userIds, streamIds],
    );
    return rows.map(({ id }) => id);
  }

  async guestIds(realmId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users WHERE realm_id = $1 AND role = ${Role.Guest} AND is_active`,
      [realmId],
    );
    return rows.map(({ id }) => id);
  }
}
