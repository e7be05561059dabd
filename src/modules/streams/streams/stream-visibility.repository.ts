import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { METADATA_PERMISSIONS } from './stream-rules.js';
import type { Stream } from './streams.view.js';

/** A person or a bot who has to do with a channel by a subscription. */
export interface ReaderRow {
  user_id: number;
  stream_id: number;
  /** Not only by that of the bot's owner. */
  is_subscribed: boolean;
}

@Injectable()
export class StreamVisibilityRepository {
  constructor(private readonly database: Database) {}

  /**
   * The private channels of a realm that show themselves to one of the groups, by ascending id.
   * Until the end of the transaction nobody changes them or who reads them.
   */
  lockShownTo(realmId: number, groupIds: number[]): Promise<Stream[]> {
    return this.database.query(
      `SELECT s.*, r.id AS recipient_id
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

  /** All private channels of a realm. Until the end of the transaction nobody changes them. */
  async lockPrivate(realmId: number): Promise<void> {
    await this.database.query(
      `SELECT id FROM streams WHERE realm_id = $1 AND invite_only ORDER BY id FOR SHARE`,
      [realmId],
    );
  }

  /** Those of the people who read one of the channels, or whose owners do. */
  readers(userIds: number[], streamIds: number[]): Promise<ReaderRow[]> {
    return this.database.query(
      `SELECT u.id AS user_id, s.stream_id, bool_or(s.user_id = u.id) AS is_subscribed
       FROM users u
       JOIN subscriptions s ON s.user_id = ANY(ARRAY[u.id, u.bot_owner_id])
         AND s.stream_id = ANY($2::integer[]) AND s.is_active
       WHERE u.id = ANY($1::integer[])
       GROUP BY u.id, s.stream_id`,
      [userIds, streamIds],
    );
  }
}
