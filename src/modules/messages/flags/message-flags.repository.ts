import { Injectable } from '@nestjs/common';
import { IS_MUTED, MUTING } from '#modules/messages/messages';
import type { NarrowQuery } from '#modules/messages/narrow';
import {
  GROUPS_OF_AFFECTED,
  MESSAGE_FLAGS,
  type UserMessageGroup,
} from '#modules/messages/user-messages';
import { Database } from '#platform/database/database.js';

/** A message, with where it went and what the reader has to do with that. */
export interface AddressedMessage {
  id: number;
  /** Of the reader's copy; 0 without one. */
  flags: number;
  topic: string;
  stream_id: number | null;
  user_ids: number[] | null;
  is_subscribed: boolean;
  is_muted: boolean;
}

/** One person's copies of the messages of one address. */
export interface CopyAddress {
  userId: number;
  recipientId: number;
}

@Injectable()
export class MessageFlagsRepository {
  constructor(private readonly database: Database) {}

  /** Those of the messages of which the user has a copy, but for those with one of the addresses. */
  ownIds(userId: number, ids: number[], closedRecipients: number[]): Promise<number[]> {
    if (closedRecipients.length === 0) {
      return this.ids(
        `SELECT message_id AS id FROM user_messages
         WHERE user_id = $1 AND message_id = ANY($2::bigint[])`,
        [userId, ids],
      );
    }
    return this.ids(
      `SELECT um.message_id AS id FROM user_messages um JOIN messages m ON m.id = um.message_id
       WHERE um.user_id = $1 AND um.message_id = ANY($2::bigint[])
         AND m.recipient_id <> ALL($3::integer[])`,
      [userId, ids, closedRecipients],
    );
  }

  visibleIds(narrow: NarrowQuery, ids: number[]): Promise<number[]> {
    const [id] = narrow.ids;
    return this.ids(
      `SELECT ${id} AS id ${narrow.from} AND ${id} = ANY($${narrow.values.length + 1}::bigint[])`,
      [...narrow.values, ids],
    );
  }

  /** Sets a flag on those copies that lack it; returns their message ids. */
  setFlag(userId: number, ids: number[], bit: number): Promise<number[]> {
    return this.ids(
      `UPDATE user_messages SET flags = flags | $3
       WHERE user_id = $1 AND message_id = ANY($2::bigint[]) AND flags & $3 = 0
       RETURNING message_id AS id`,
      [userId, ids, bit],
    );
  }

  /** Clears a flag on those copies that have it; returns their message ids. */
  clearFlag(userId: number, ids: number[], bit: number): Promise<number[]> {
    return this.ids(
      `UPDATE user_messages SET flags = flags & ~$3::integer
       WHERE user_id = $1 AND message_id = ANY($2::bigint[]) AND flags & $3 <> 0
       RETURNING message_id AS id`,
      [userId, ids, bit],
    );
  }

  /**
   * Marks what is unread as read: of each address, the copies of the person beside it. Returns the
   * messages that changed for exactly the same people, together.
   */
  markRead(addresses: CopyAddress[]): Promise<UserMessageGroup[]> {
    return this.ofAddresses(
      addresses,
      `found AS (
         SELECT um.user_id, um.message_id
         FROM given
         JOIN user_messages um ON um.user_id = given.user_id
           AND um.flags & ${MESSAGE_FLAGS.read} = 0
         JOIN messages m ON m.id = um.message_id AND m.recipient_id = given.recipient_id
       ), affected AS (
         UPDATE user_messages um SET flags = um.flags | ${MESSAGE_FLAGS.read}
         FROM found
         WHERE um.user_id = found.user_id AND um.message_id = found.message_id
           AND um.flags & ${MESSAGE_FLAGS.read} = 0
         RETURNING um.user_id, um.message_id
       )`,
    );
  }

  /** What is starred: of each address, by the person beside it. */
  starred(addresses: CopyAddress[]): Promise<UserMessageGroup[]> {
    return this.ofAddresses(
      addresses,
      `affected AS (
         SELECT um.user_id, um.message_id
         FROM given
         JOIN user_messages um ON um.user_id = given.user_id
           AND um.flags & ${MESSAGE_FLAGS.starred} <> 0
         JOIN messages m ON m.id = um.message_id AND m.recipient_id = given.recipient_id
       )`,
    );
  }

  private ofAddresses(addresses: CopyAddress[], affected: string): Promise<UserMessageGroup[]> {
    return this.database.query(
      `WITH given AS (
         SELECT * FROM unnest($1::integer[], $2::integer[]) AS g (user_id, recipient_id)
       ), ${affected} ${GROUPS_OF_AFFECTED}`,
      [addresses.map(({ userId }) => userId), addresses.map(({ recipientId }) => recipientId)],
    );
  }

  /**
   * Those of the messages of which the user has no copy; until the end of the present transaction
   * they are neither deleted nor moved.
   */
  lockUncopied(userId: number, ids: number[]): Promise<number[]> {
    return this.ids(
      `SELECT m.id FROM messages m
       WHERE m.id = ANY($2::bigint[]) AND NOT EXISTS (
         SELECT 1 FROM user_messages um WHERE um.user_id = $1 AND um.message_id = m.id)
       ORDER BY m.id
       FOR SHARE`,
      [userId, ids],
    );
  }

  /**
   * Gives the user copies of those messages that were never sent to them. Waits for a deletion of
   * the messages, and makes it wait: a copy must not outlive its message.
   */
  async insertHistorical(userId: number, ids: number[], flags: number): Promise<void> {
    await this.database.query(
      `INSERT INTO user_messages (user_id, message_id, flags)
       SELECT $1, id, $3 FROM (
         SELECT m.id FROM messages m
         WHERE m.id = ANY($2::bigint[]) AND NOT EXISTS (
           SELECT 1 FROM user_messages um WHERE um.user_id = $1 AND um.message_id = m.id)
         ORDER BY m.id
         FOR KEY SHARE
       ) AS uncopied
       ON CONFLICT DO NOTHING`,
      [userId, ids, flags],
    );
  }

  withAddress(userId: number, ids: number[]): Promise<AddressedMessage[]> {
    return this.database.query(
      `SELECT m.id, coalesce(um.flags, 0) AS flags, m.topic, r.stream_id, r.user_ids,
         coalesce(s.is_active, false) AS is_subscribed, ${IS_MUTED} AS is_muted
       FROM messages m
       JOIN recipients r ON r.id = m.recipient_id
       LEFT JOIN user_messages um ON um.message_id = m.id AND um.user_id = $1
       ${MUTING}
       WHERE m.id = ANY($2::bigint[])
       ORDER BY m.id`,
      [userId, ids],
    );
  }

  private async ids(sql: string, values: unknown[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(sql, values);
    return rows.map(({ id }) => id);
  }
}
