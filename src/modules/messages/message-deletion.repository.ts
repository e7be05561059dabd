import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

/** Messages that the same people had a copy of. */
export interface HeldMessages {
  userIds: number[];
  /** Ascending. */
  messageIds: number[];
}

const GROUPED = `
  SELECT user_ids AS "userIds", json_agg(message_id ORDER BY message_id) AS "messageIds"
  FROM (
    SELECT message_id, array_agg(user_id ORDER BY user_id) AS user_ids FROM held GROUP BY message_id
  ) AS by_message
  GROUP BY user_ids`;

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
    );
    return rows.map(({ id }) => id).toSorted((a, b) => a - b);
  }

  /** By a statement of its own, which sees the copies that were made until the messages went. */
  async deleteCopies(ids: number[]): Promise<void> {
    await this.database.query(`DELETE FROM user_messages WHERE message_id = ANY($1::bigint[])`, [
      ids,
    ]);
  }

  /** As deleteCopies: no reaction can be added any more. */
  async deleteReactions(ids: number[]): Promise<void> {
    await this.database.query(`DELETE FROM reactions WHERE message_id = ANY($1::bigint[])`, [ids]);
  }

  /** As deleteCopies. */
  async deleteSubmessages(ids: number[]): Promise<void> {
    await this.database.query(`DELETE FROM submessages WHERE message_id = ANY($1::bigint[])`, [
      ids,
    ]);
  }

  /** Who has copies, but for these people. */
  holdersBesides(userIds: number[], ids: number[]): Promise<HeldMessages[]> {
    return this.database.query(
      `WITH held AS (
         SELECT user_id, message_id FROM user_messages
         WHERE message_id = ANY($1::bigint[]) AND user_id <> ALL($2::integer[])
       ) ${GROUPED}`,
      [ids, userIds],
    );
  }

  /** Which guests of a realm have copies, but for these. */
  guestHoldersBesides(realmId: number, userIds: number[], ids: number[]): Promise<HeldMessages[]> {
    return this.database.query(
      `WITH guests AS MATERIALIZED (
         SELECT id FROM users WHERE realm_id = $3 AND role = ${Role.Guest} AND id <> ALL($2::integer[])
       ), held AS (
         SELECT c.user_id, c.message_id FROM user_messages c JOIN guests ON guests.id = c.user_id
         WHERE c.message_id = ANY($1::bigint[])
       ) ${GROUPED}`,
      [ids, userIds, realmId],
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
