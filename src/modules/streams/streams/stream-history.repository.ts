import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

@Injectable()
export class StreamHistoryRepository {
  constructor(private readonly database: Database) {}

  /** Returns all active users of a realm with role and subscription state. */
  findUsersWithSubscription(
    realmId: number,
    streamId: number,
  ): Promise<{ userId: number; role: Role; isSubscribed: boolean }[]> {
    return this.database.query(
      `SELECT u.id AS "userId", u.role, coalesce(s.is_active, false) AS "isSubscribed"
       FROM users u LEFT JOIN subscriptions s ON s.user_id = u.id AND s.stream_id = $2
       WHERE u.realm_id = $1 AND u.is_active`,
      [realmId, streamId],
    );
  }

  /** Returns former subscribers of the streams; if `among` is not null, only those users. */
  findFormerSubscribers(
    realmId: number,
    streamIds: number[],
    among: number[] | null,
  ): Promise<{ streamId: number; userId: number; role: Role }[]> {
    return this.database.query(
      `SELECT s.stream_id AS "streamId", u.id AS "userId", u.role
       FROM subscriptions s JOIN users u ON u.id = s.user_id
       WHERE u.realm_id = $1 AND s.stream_id = ANY($2::integer[]) AND NOT s.is_active
         AND ($3::integer[] IS NULL OR u.id = ANY($3))`,
      [realmId, streamIds, among],
    );
  }

  async guestsAmong(userIds: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users WHERE id = ANY($1::integer[]) AND role = $2`,
      [userIds, Role.Guest],
    );
    return rows.map(({ id }) => id);
  }

  async guestSubscriberIds(streamId: number): Promise<number[]> {
    const rows = await this.database.query<{ user_id: number }>(
      `SELECT s.user_id FROM subscriptions s JOIN users u ON u.id = s.user_id
       WHERE s.stream_id = $1 AND s.is_active AND s.user_is_active AND u.role = $2`,
      [streamId, Role.Guest],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /** Locks the stream until the end of the transaction. */
  async lockFirstMessageId(streamId: number): Promise<number | null> {
    const [row] = await this.database.query<{ first_message_id: number | null }>(
      `SELECT first_message_id FROM streams WHERE id = $1 FOR NO KEY UPDATE`,
      [streamId],
    );
    return row?.first_message_id ?? null;
  }

  async setFirstMessageId(streamId: number, messageId: number | null): Promise<void> {
    await this.database.query(`UPDATE streams SET first_message_id = $2 WHERE id = $1`, [
      streamId,
      messageId,
    ]);
  }
}
