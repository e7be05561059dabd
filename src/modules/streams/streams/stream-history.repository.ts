import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { StreamEntity } from './stream.entity.js';

@Injectable()
export class StreamHistoryRepository {
  constructor(
    @InjectRepository(StreamEntity) private readonly streams: Repository<StreamEntity>,
    private readonly database: Database,
  ) {}

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
    const rows = await this.database.query<{ userId: number }>(
      `SELECT s.user_id AS "userId" FROM subscriptions s JOIN users u ON u.id = s.user_id
       WHERE s.stream_id = $1 AND s.is_active AND s.user_is_active AND u.role = $2`,
      [streamId, Role.Guest],
    );
    return rows.map(({ userId }) => userId);
  }

  /** Locks the stream until the end of the transaction. */
  async lockFirstMessageId(streamId: number): Promise<number | null> {
    const stream = await this.streams.findOne({
      select: { id: true, firstMessageId: true },
      where: { id: streamId },
      lock: { mode: 'for_no_key_update' },
    });
    return stream?.firstMessageId ?? null;
  }

  async setFirstMessageId(streamId: number, firstMessageId: number | null): Promise<void> {
    await this.streams.update({ id: streamId }, { firstMessageId });
  }
}
