import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

/** Messages that the same people had a copy of. */
export interface HeldMessages {
  userIds: number[];
  /** Ascending. */
  messageIds: number[];
}

/** People, as far as they have copies of given messages. */
export interface Holders {
  who: 'everybody' | 'guests' | 'nobody';
  besides: number[];
}

@Injectable()
export class MessageDeletionRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns the ids of those that were still there, ascending: not deleted, and not moved to another
   * place. They are locked in the order in which moves lock theirs.
   */
  async deleteMessages(
    realmId: number,
    place: { recipientId: number; topic: string } | null,
    ids: number[],
  ): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `WITH present AS MATERIALIZED (
         SELECT id FROM messages
         WHERE realm_id = $1 AND id = ANY($2::bigint[])
           AND ($3::integer IS NULL OR recipient_id = $3 AND upper(topic) = upper($4))
         ORDER BY id FOR UPDATE
       )
       DELETE FROM messages USING present WHERE messages.id = present.id RETURNING messages.id`,
      [realmId, ids, place?.recipientId ?? null, place?.topic ?? null],
      { prepare: true },
    );
    return rows.map(({ id }) => id).toSorted((a, b) => a - b);
  }

  /**
   * Deletes the copies, reactions and submessages of messages that are gone, by one statement of its
   * own, which sees what was added until they went. Returns who of `told` had copies.
   */
  deleteWhatHangsOn(realmId: number, ids: number[], told: Holders): Promise<HeldMessages[]> {
    return this.database.query(
      `WITH copies AS (
         DELETE FROM user_messages WHERE message_id = ANY($1::bigint[]) RETURNING user_id, message_id
       ), reactions AS (
         DELETE FROM reactions WHERE message_id = ANY($1::bigint[])
       ), submessages AS (
         DELETE FROM submessages WHERE message_id = ANY($1::bigint[])
       ), held AS (
         SELECT user_id, message_id FROM copies
         WHERE user_id <> ALL($2::integer[]) AND ($3 = 'everybody' OR $3 = 'guests' AND user_id IN (
           SELECT id FROM users WHERE realm_id = $4 AND role = ${Role.Guest}
         ))
       )
       SELECT user_ids AS "userIds", json_agg(message_id ORDER BY message_id) AS "messageIds"
       FROM (
         SELECT message_id, array_agg(user_id ORDER BY user_id) AS user_ids
         FROM held GROUP BY message_id
       ) AS by_message
       GROUP BY user_ids`,
      [ids, told.besides, told.who, realmId],
      { prepare: true },
    );
  }

  async oldestId(recipientId: number): Promise<number | null> {
    const [row] = await this.database.query<{ id: number }>(
      `SELECT id FROM messages WHERE recipient_id = $1 ORDER BY id LIMIT 1`,
      [recipientId],
    );
    return row?.id ?? null;
  }
}
