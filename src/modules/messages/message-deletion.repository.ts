import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

/** Messages that the same people had a copy of. */
export interface HeldMessages {
  userIds: number[];
  /** Ascending. */
  messageIds: number[];
}

const DELETE_COPIES = `
  WITH copies AS (
    DELETE FROM user_messages WHERE message_id = ANY($1::bigint[]) RETURNING user_id, message_id
  )`;

const GROUPED = `
  SELECT user_ids AS "userIds", json_agg(message_id ORDER BY message_id) AS "messageIds"
  FROM (
    SELECT message_id, array_agg(user_id ORDER BY user_id) AS user_ids FROM held GROUP BY message_id
  ) AS by_message
  GROUP BY user_ids`;

/** Copies are deleted by statements of their own, which see those made until the messages went. */
@Injectable()
export class MessageDeletionRepository {
  constructor(private readonly database: Database) {}

  /** Returns the ids of those that were still there, ascending. */
  async deleteMessages(realmId: number, ids: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `DELETE FROM messages WHERE realm_id = $1 AND id = ANY($2::bigint[]) RETURNING id`,
      [realmId, ids],
    );
    return rows.map(({ id }) => id).toSorted((a, b) => a - b);
  }

  async deleteCopies(ids: number[]): Promise<void> {
    await this.database.query(`DELETE FROM user_messages WHERE message_id = ANY($1::bigint[])`, [
      ids,
    ]);
  }

  /** Returns who had copies, but for these people. */
  deleteCopiesTellingHolders(ids: number[], except: number[]): Promise<HeldMessages[]> {
    return this.database.query(
      `${DELETE_COPIES}, held AS (SELECT * FROM copies WHERE user_id <> ALL($2::integer[])) ${GROUPED}`,
      [ids, except],
    );
  }

  /** Returns which guests had copies, but for these. */
  deleteCopiesTellingGuests(ids: number[], except: number[]): Promise<HeldMessages[]> {
    return this.database.query(
      `${DELETE_COPIES}, held AS (
         SELECT c.* FROM copies c JOIN users u ON u.id = c.user_id
         WHERE u.role = $3 AND c.user_id <> ALL($2::integer[])
       ) ${GROUPED}`,
      [ids, except, Role.Guest],
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
