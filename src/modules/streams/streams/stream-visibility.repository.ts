import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { METADATA_PERMISSIONS } from './stream-rules.js';
import { StreamEntity } from './stream.entity.js';
import { type Stream, STREAM_COLUMNS } from './streams.repository.js';

/** A user who can read a stream because the user or the owner is subscribed. */
export interface ReaderRow {
  userId: number;
  streamId: number;
  /** Whether the user is subscribed, not only the owner. */
  isSubscribed: boolean;
}

@Injectable()
export class StreamVisibilityRepository {
  constructor(
    @InjectRepository(StreamEntity) private readonly streams: Repository<StreamEntity>,
    private readonly database: Database,
  ) {}

  /**
   * Locks, by ascending id, the private streams whose settings grant one of the groups access to their
   * metadata. Their settings and subscriptions cannot change until the end of the transaction.
   */
  lockVisibleToGroups(realmId: number, groupIds: number[]): Promise<Stream[]> {
    return this.database.query(
      `SELECT ${STREAM_COLUMNS}
       FROM streams s JOIN recipients r ON r.stream_id = s.id
       WHERE s.realm_id = $1 AND s.invite_only AND EXISTS (
         SELECT 1 FROM jsonb_each(s.permissions) p, unnest($2::integer[]) AS named (id)
         WHERE p.key = ANY($3::text[])
           AND coalesce(p.value -> 'direct_subgroups', p.value) @> to_jsonb(named.id)
       )
       ORDER BY s.id FOR SHARE OF s`,
      [realmId, groupIds, METADATA_PERMISSIONS],
    );
  }

  /** Locks all private streams of a realm. */
  async lockPrivate(realmId: number): Promise<void> {
    await this.streams.find({
      select: { id: true },
      where: { realmId, inviteOnly: true },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_read' },
    });
  }

  /** Returns the users who are, or whose owner is, subscribed to one of the streams. */
  readers(userIds: number[], streamIds: number[]): Promise<ReaderRow[]> {
    return this.database.query(
      `SELECT u.id AS "userId", s.stream_id AS "streamId",
         bool_or(s.user_id = u.id) AS "isSubscribed"
       FROM users u
       JOIN subscriptions s ON s.user_id = ANY(ARRAY[u.id, u.bot_owner_id])
         AND s.stream_id = ANY($2::integer[]) AND s.is_active
       WHERE u.id = ANY($1::integer[])
       GROUP BY u.id, s.stream_id`,
      [userIds, streamIds],
    );
  }
}
