import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { NarrowQuery } from '#modules/narrow/narrow.service.js';
import type { MessageRow } from './messages.view.js';

export interface NewMessage {
  realmId: number;
  senderId: number;
  recipientId: number;
  topic: string;
  content: string;
  renderedContent: string;
  dateSent: Date;
  clientName: string;
  /** Bits that the sender's own copy starts with. */
  senderFlags: number;
}

export interface SentMessage {
  id: number;
  /** Everyone who got a copy. */
  user_ids: number[];
  sender_full_name: string;
  sender_email: string;
  sender_delivery_email: string;
  sender_avatar_source: string;
  sender_avatar_version: number;
  realm_string_id: string;
}

export interface FetchedRow extends MessageRow {
  /** Null when the reader has no copy of their own. */
  flags: number | null;
}

const INSERT = `
  WITH message AS (
    INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
      date_sent, client_name)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    RETURNING id
  ), received AS (
    INSERT INTO user_messages (user_id, message_id, flags)
    SELECT reader.user_id, message.id, CASE WHEN reader.user_id = $2 THEN $9::integer ELSE 0 END
    FROM message, (%READERS%) AS reader
    RETURNING user_id
  )
  SELECT message.id, (SELECT coalesce(json_agg(user_id), '[]') FROM received) AS user_ids,
    sender.full_name AS sender_full_name, sender.email AS sender_email,
    sender.delivery_email AS sender_delivery_email,
    sender.avatar_source AS sender_avatar_source, sender.avatar_version AS sender_avatar_version,
    realm.string_id AS realm_string_id
  FROM message, users sender, realms realm WHERE sender.id = $2 AND realm.id = $1`;

const INSERT_FOR_STREAM = INSERT.replace(
  '%READERS%',
  `SELECT user_id FROM subscriptions WHERE stream_id = $10 AND is_active AND user_is_active`,
);

const INSERT_FOR_PEOPLE = INSERT.replace('%READERS%', `SELECT unnest($10::integer[]) AS user_id`);

const FULL_ROWS = `
  SELECT m.id, m.sender_id, m.recipient_id, m.topic, m.content, m.rendered_content, m.date_sent,
    m.client_name, u.full_name AS sender_full_name, u.email AS sender_email,
    u.delivery_email AS sender_delivery_email, u.avatar_source AS sender_avatar_source,
    u.avatar_version AS sender_avatar_version,
    r.stream_id, s.name AS stream_name, r.user_ids, f.flags
  FROM found f
  JOIN messages m ON m.id = f.id
  JOIN users u ON u.id = m.sender_id
  JOIN recipients r ON r.id = m.recipient_id
  LEFT JOIN streams s ON s.id = r.stream_id
  ORDER BY m.id`;

@Injectable()
export class MessagesRepository {
  constructor(private readonly database: Database) {}

  /** Inserts a message and a copy for each active subscriber of the channel, in one statement. */
  async insertForStream(message: NewMessage, streamId: number): Promise<SentMessage> {
    return this.insert(INSERT_FOR_STREAM, message, streamId);
  }

  async insertForPeople(message: NewMessage, userIds: number[]): Promise<SentMessage> {
    return this.insert(INSERT_FOR_PEOPLE, message, userIds);
  }

  /** The address of a direct conversation, made when it is new. `userIds` sorted ascending. */
  async conversationId(realmId: number, userIds: number[]): Promise<number> {
    const found = await this.findConversationId(realmId, userIds);
    if (found !== undefined) return found;
    const [row] = await this.database.query<{ id: number }>(
      `INSERT INTO recipients (realm_id, user_ids) VALUES ($1, $2)
       ON CONFLICT (realm_id, user_ids) WHERE user_ids IS NOT NULL
       DO UPDATE SET user_ids = excluded.user_ids RETURNING id`,
      [realmId, userIds],
    );
    return row!.id;
  }

  async findConversationId(realmId: number, userIds: number[]): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }>(
      `SELECT id FROM recipients WHERE realm_id = $1 AND user_ids = $2`,
      [realmId, userIds],
      { prepare: true },
    );
    return row?.id;
  }

  async hasMessages(recipientId: number): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM messages WHERE recipient_id = $1 LIMIT 1`,
      [recipientId],
    );
    return rows.length > 0;
  }

  /** Messages of a narrow around an anchor, ascending: both sides by one index walk each. */
  findAround(
    narrow: NarrowQuery,
    anchor: number,
    numBefore: number,
    numAfter: number,
  ): Promise<FetchedRow[]> {
    const values = [...narrow.values];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const at = bind(anchor);
    const sides = [
      numBefore > 0 &&
        `(SELECT ${narrow.columns} ${narrow.from} AND ${narrow.id} < ${at}
          ORDER BY ${narrow.id} DESC LIMIT ${bind(numBefore)})`,
      `(SELECT ${narrow.columns} ${narrow.from} AND ${narrow.id} = ${at})`,
      numAfter > 0 &&
        `(SELECT ${narrow.columns} ${narrow.from} AND ${narrow.id} > ${at}
          ORDER BY ${narrow.id} LIMIT ${bind(numAfter)})`,
    ].filter((side) => side !== false);
    return this.database.query(
      `WITH found AS MATERIALIZED (${sides.join(' UNION ALL ')}) ${FULL_ROWS}`,
      values,
    );
  }

  /** Those of the given messages that the narrow contains. */
  findByIds(narrow: NarrowQuery, ids: number[]): Promise<FetchedRow[]> {
    const values = [...narrow.values, ids];
    return this.database.query(
      `WITH found AS MATERIALIZED (
         SELECT ${narrow.columns} ${narrow.from} AND ${narrow.id} = ANY($${values.length}::bigint[])
       ) ${FULL_ROWS}`,
      values,
    );
  }

  /** The oldest unread message of a narrow. */
  async firstUnreadId(narrow: NarrowQuery): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }>(
      `SELECT ${narrow.id} AS id ${narrow.from} AND um.flags & 1 = 0 ORDER BY ${narrow.id} LIMIT 1`,
      narrow.values,
    );
    return row?.id;
  }

  /** The first message of a narrow that was sent at or after a time. */
  async firstIdSince(narrow: NarrowQuery, since: Date): Promise<number | undefined> {
    const values = [...narrow.values, since];
    const [row] = await this.database.query<{ id: number }>(
      `SELECT ${narrow.id} AS id ${narrow.from} AND m.date_sent >= $${values.length}
       ORDER BY ${narrow.id} LIMIT 1`,
      values,
    );
    return row?.id;
  }

  private async insert(
    sql: string,
    message: NewMessage,
    readers: number | number[],
  ): Promise<SentMessage> {
    const [row] = await this.database.query<SentMessage>(
      sql,
      [
        message.realmId,
        message.senderId,
        message.recipientId,
        message.topic,
        message.content,
        message.renderedContent,
        message.dateSent,
        message.clientName,
        message.senderFlags,
        readers,
      ],
      { prepare: true },
    );
    return row!;
  }
}
