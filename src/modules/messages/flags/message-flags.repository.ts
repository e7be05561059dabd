import { Injectable } from '@nestjs/common';
import { IS_MUTED, MUTING } from '#modules/messages/unread';
import type { NarrowQuery } from '#modules/messages/narrow';
import {
  GROUPS_OF_AFFECTED,
  MESSAGE_FLAGS,
  type UserMessageGroup,
} from '#modules/messages/user-messages';
import { Database } from '#platform/database/database.js';

/** A message with its recipient, and the user's settings for the recipient. */
export interface MessageWithRecipient {
  id: number;
  /** Flags of the user message; 0 without one. */
  flags: number;
  topic: string;
  streamId: number | null;
  userIds: number[] | null;
  isSubscribed: boolean;
  isMuted: boolean;
}

/** One user's messages to one recipient. */
export interface UserRecipient {
  userId: number;
  recipientId: number;
}

@Injectable()
export class MessageFlagsRepository {
  constructor(private readonly database: Database) {}

  /** The messages that the user received, except those to the excluded recipients. */
  receivedIds(userId: number, ids: number[], excludedRecipients: number[]): Promise<number[]> {
    if (excludedRecipients.length === 0) {
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
      [userId, ids, excludedRecipients],
    );
  }

  visibleIds(narrow: NarrowQuery, ids: number[]): Promise<number[]> {
    const [id] = narrow.ids;
    return this.ids(
      `SELECT ${id} AS id ${narrow.from} AND ${id} = ANY($${narrow.values.length + 1}::bigint[])`,
      [...narrow.values, ids],
    );
  }

  /** Sets a flag where it is not set; returns those message ids. */
  setFlag(userId: number, ids: number[], bit: number): Promise<number[]> {
    return this.ids(
      `UPDATE user_messages SET flags = flags | $3
       WHERE user_id = $1 AND message_id = ANY($2::bigint[]) AND flags & $3 = 0
       RETURNING message_id AS id`,
      [userId, ids, bit],
    );
  }

  /** Clears a flag where it is set; returns those message ids. */
  clearFlag(userId: number, ids: number[], bit: number): Promise<number[]> {
    return this.ids(
      `UPDATE user_messages SET flags = flags & ~$3::integer
       WHERE user_id = $1 AND message_id = ANY($2::bigint[]) AND flags & $3 <> 0
       RETURNING message_id AS id`,
      [userId, ids, bit],
    );
  }

  /** The newest message of the recipients; null without one. */
  async newestId(recipients: UserRecipient[]): Promise<number | null> {
    const [row] = await this.database.query<{ id: number | null }>(
      `SELECT max(m.id) AS id
       FROM (SELECT DISTINCT unnest($1::integer[]) AS id) r
       CROSS JOIN LATERAL (
         SELECT id FROM messages WHERE recipient_id = r.id ORDER BY id DESC LIMIT 1
       ) m`,
      [recipients.map(({ recipientId }) => recipientId)],
    );
    return row!.id;
  }

  /** Marks messages up to an id as read, at most `limit`; returns those that were unread. */
  markRead(
    recipients: UserRecipient[],
    upToMessageId: number,
    limit: number,
  ): Promise<UserMessageGroup[]> {
    return this.ofRecipients(
      recipients,
      `found AS (
         SELECT um.user_id, um.message_id
         FROM input
         JOIN user_messages um ON um.user_id = input.user_id
           AND um.flags & ${MESSAGE_FLAGS.read} = 0 AND um.message_id <= $3
         JOIN messages m ON m.id = um.message_id AND m.recipient_id = input.recipient_id
         LIMIT $4
       ), affected AS (
         UPDATE user_messages um SET flags = um.flags | ${MESSAGE_FLAGS.read}
         FROM found
         WHERE um.user_id = found.user_id AND um.message_id = found.message_id
           AND um.flags & ${MESSAGE_FLAGS.read} = 0
         RETURNING um.user_id, um.message_id
       )`,
      [upToMessageId, limit],
    );
  }

  /** The starred messages. */
  starred(recipients: UserRecipient[]): Promise<UserMessageGroup[]> {
    return this.ofRecipients(
      recipients,
      `affected AS (
         SELECT um.user_id, um.message_id
         FROM input
         JOIN user_messages um ON um.user_id = input.user_id
           AND um.flags & ${MESSAGE_FLAGS.starred} <> 0
         JOIN messages m ON m.id = um.message_id AND m.recipient_id = input.recipient_id
       )`,
    );
  }

  /** Ascending, without messages to the excluded recipients. A large section of POST /register. */
  async starredIds(userId: number, excludedRecipients: number[]): Promise<number[]> {
    return this.ids(
      `SELECT um.message_id AS id FROM user_messages um
       WHERE um.user_id = $1 AND um.flags & ${MESSAGE_FLAGS.starred} <> 0
         AND (SELECT m.recipient_id FROM messages m WHERE m.id = um.message_id)
           <> ALL($2::integer[])
       ORDER BY um.message_id`,
      [userId, excludedRecipients],
    );
  }

  private ofRecipients(
    recipients: UserRecipient[],
    affected: string,
    values: unknown[] = [],
  ): Promise<UserMessageGroup[]> {
    return this.database.query(
      `WITH input AS (
         SELECT * FROM unnest($1::integer[], $2::integer[]) AS i (user_id, recipient_id)
       ), ${affected} ${GROUPS_OF_AFFECTED}`,
      [
        recipients.map(({ userId }) => userId),
        recipients.map(({ recipientId }) => recipientId),
        ...values,
      ],
    );
  }

  /**
   * The messages that the user did not receive, locked against deletion and moves until the end of
   * the transaction.
   */
  lockWithoutUserMessage(userId: number, ids: number[]): Promise<number[]> {
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
   * Inserts user messages for messages that the user did not receive. Waits for deletions of the
   * messages and lets them wait: a user message must not outlive its message.
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
       ) AS missing
       ON CONFLICT DO NOTHING`,
      [userId, ids, flags],
    );
  }

  withRecipients(userId: number, ids: number[]): Promise<MessageWithRecipient[]> {
    return this.database.query(
      `SELECT m.id, coalesce(um.flags, 0) AS flags, m.topic, r.stream_id AS "streamId",
         r.user_ids AS "userIds", coalesce(s.is_active, false) AS "isSubscribed",
         ${IS_MUTED} AS "isMuted"
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
