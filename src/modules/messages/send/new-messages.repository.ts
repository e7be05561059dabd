import { Injectable } from '@nestjs/common';
import type { MessageContents } from '#modules/messages/messages';
import { searchVector } from '#modules/messages/search';
import { DIRECT_FLAG, MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { Database } from '#platform/database/database.js';

export interface NewMessage extends MessageContents {
  realmId: number;
  senderId: number;
  recipientId: number;
  topic: string;
  content: string;
  renderedContent: string;
  dateSent: Date;
  clientName: string;
  hasSubmessages: boolean;
  /** Bits that every copy starts with. */
  copyFlags: number;
  /** Further bits of the copies of single people; those who get none do not matter. */
  personalFlags: ReadonlyMap<number, number>;
  /** By which the message is known when its sender sends it again. */
  fingerprint: Buffer | undefined;
}

/** A message as the only new one of its recipient. */
export interface SentToEach extends SentToStream {
  recipient_id: number;
}

/** A message of a channel. False for direct ones. */
export interface SentToStream extends SentMessage {
  /** Whether the channel is private, as of the same moment as who got a copy. */
  invite_only: boolean;
}

export interface SentMessage {
  id: number;
  /** Everyone who got a copy. */
  user_ids: number[];
  /** Bits of those copies that have any, by user id. */
  flags: Record<number, number>;
  sender_full_name: string;
  sender_email: string;
  sender_delivery_email: string;
  sender_avatar_source: string;
  sender_avatar_version: number;
  realm_string_id: string;
}

/** A message of a channel, and what decides whether its sender now follows the topic. */
export interface SentChannelMessage extends SentToStream {
  /** The topic had no messages before. */
  starts_topic: boolean;
  /** Null unless the sender is subscribed. */
  sender_mutes_channel: boolean | null;
  sender_settings: Record<string, unknown>;
}

/** Nobody is told of what a person says whom they mute. */
const IF_MUTED = `
  CASE WHEN reader.user_id IN (SELECT user_id FROM muted_users WHERE muted_user_id = $2)
    THEN ${MESSAGE_FLAGS.read} ELSE 0 END`;

const SENDER = `
  sender.full_name AS sender_full_name, sender.email AS sender_email,
  sender.delivery_email AS sender_delivery_email,
  sender.avatar_source AS sender_avatar_source, sender.avatar_version AS sender_avatar_version,
  realm.string_id AS realm_string_id`;

/** `readers` selects who gets a copy; `flags` are bits that every copy starts with. */
function insertWithCopies(
  readers: string,
  {
    flags = 0,
    columns = '',
    isNamed = false,
  }: { flags?: number; columns?: string; isNamed?: boolean },
): string {
  return `
  WITH message AS (
    INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
      date_sent, client_name, has_attachment, has_image, has_link, is_me_message, has_submessages,
      search_vector)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $18)
    RETURNING id
  ), personal AS (
    SELECT * FROM unnest($15::integer[], $16::integer[]) AS p (user_id, bits)
  ), received AS (
    INSERT INTO user_messages (user_id, message_id, flags)
    SELECT reader.user_id, message.id,
      $14::integer | ${flags} | coalesce(personal.bits, 0) |
      ${IF_MUTED}
    FROM message, (${readers}) AS reader LEFT JOIN personal USING (user_id)
    RETURNING user_id, flags & ~${DIRECT_FLAG} AS flags
  )${isNamed ? NAMED : ''}
  SELECT message.id, (SELECT coalesce(json_agg(user_id), '[]') FROM received) AS user_ids,
    (SELECT coalesce(json_object_agg(user_id, flags), '{}') FROM received WHERE flags <> 0) AS flags,
    ${SENDER}${columns}
  FROM message${isNamed ? ', named' : ''}, users sender, realms realm
  WHERE sender.id = $2 AND realm.id = $1`;
}

/** Without a row, hence without an answer, when there is a message of this name already. */
const NAMED = `, named AS (
    INSERT INTO message_echoes (sender_id, fingerprint, message_id, date_sent)
    SELECT $2, $19, id, $7 FROM message
    ON CONFLICT DO NOTHING RETURNING message_id
  )`;

const SUBSCRIBERS = `
  SELECT user_id FROM subscriptions WHERE stream_id = $17 AND is_active AND user_is_active`;

const FOR_STREAM = {
  columns: `, (SELECT invite_only FROM streams WHERE id = $17) AS invite_only,
    sender.settings AS sender_settings,
    (SELECT s.is_muted FROM subscriptions s
     WHERE s.user_id = $2 AND s.stream_id = $17 AND s.is_active) AS sender_mutes_channel,
    NOT EXISTS (SELECT FROM messages earlier
      WHERE earlier.recipient_id = $3 AND upper(earlier.topic) = upper($4)) AS starts_topic`,
};

const PEOPLE = `SELECT unnest($17::integer[]) AS user_id`;

const FOR_PEOPLE = { flags: DIRECT_FLAG };

/** A message for each of several recipients: channels, or direct conversations. */
const INSERT_FOR_EACH = `
  WITH given AS (
    SELECT * FROM json_to_recordset($5::json) AS g (recipient_id integer, topic text, content text,
      rendered_content text, has_attachment boolean, has_image boolean, has_link boolean,
      is_me_message boolean, flags integer, personal json, search_vector tsvector)
  ), message AS (
    INSERT INTO messages (realm_id, sender_id, date_sent, client_name, has_submessages, recipient_id,
      topic, content, rendered_content, has_attachment, has_image, has_link, is_me_message,
      search_vector)
    SELECT $1::integer, $2::integer, $3::timestamptz, $4, false, recipient_id, topic, content,
      rendered_content, has_attachment, has_image, has_link, is_me_message, search_vector
    FROM given
    RETURNING id, recipient_id
  ), reader AS (
    SELECT r.id AS recipient_id, s.user_id, 0 AS flags
    FROM recipients r JOIN subscriptions s ON s.stream_id = r.stream_id
    WHERE r.id IN (SELECT recipient_id FROM given) AND s.is_active AND s.user_is_active
    UNION ALL
    SELECT id, unnest(user_ids), ${DIRECT_FLAG}
    FROM recipients WHERE id IN (SELECT recipient_id FROM given) AND user_ids IS NOT NULL
  ), received AS (
    INSERT INTO user_messages (user_id, message_id, flags)
    SELECT reader.user_id, message.id, given.flags | reader.flags |
      coalesce((given.personal ->> reader.user_id::text)::integer, 0) | ${IF_MUTED}
    FROM given JOIN message USING (recipient_id) JOIN reader USING (recipient_id)
    RETURNING message_id, user_id, flags & ~${DIRECT_FLAG} AS flags
  ), copies AS (
    SELECT message_id, json_agg(user_id) AS user_ids,
      json_object_agg(user_id, flags) FILTER (WHERE flags <> 0) AS flags
    FROM received GROUP BY message_id
  )
  SELECT message.id, message.recipient_id, coalesce(copies.user_ids, '[]') AS user_ids,
    coalesce(copies.flags, '{}') AS flags, coalesce(stream.invite_only, false) AS invite_only,
    ${SENDER}
  FROM message LEFT JOIN copies ON copies.message_id = message.id
  JOIN recipients r ON r.id = message.recipient_id
  LEFT JOIN streams stream ON stream.id = r.stream_id, users sender, realms realm
  WHERE sender.id = $2 AND realm.id = $1
  ORDER BY message.id`;

const INSERT_FOR_STREAM = insertWithCopies(SUBSCRIBERS, FOR_STREAM);
const INSERT_NAMED_FOR_STREAM = insertWithCopies(SUBSCRIBERS, { ...FOR_STREAM, isNamed: true });
const INSERT_FOR_PEOPLE = insertWithCopies(PEOPLE, FOR_PEOPLE);
const INSERT_NAMED_FOR_PEOPLE = insertWithCopies(PEOPLE, { ...FOR_PEOPLE, isNamed: true });

@Injectable()
export class NewMessagesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Inserts a message and a copy for each active subscriber of the channel, in one statement.
   * Undefined when its sender has sent it already: then the transaction must not commit.
   */
  insertForStream(message: NewMessage, streamId: number): Promise<SentChannelMessage | undefined> {
    const sql = message.fingerprint ? INSERT_NAMED_FOR_STREAM : INSERT_FOR_STREAM;
    return this.insert(sql, message, streamId);
  }

  /** As above, with a copy for each of these people. */
  insertForPeople(message: NewMessage, userIds: number[]): Promise<SentMessage | undefined> {
    const sql = message.fingerprint ? INSERT_NAMED_FOR_PEOPLE : INSERT_FOR_PEOPLE;
    return this.insert(sql, message, userIds);
  }

  /**
   * Inserts several messages of one sender, one for each recipient, with their copies, in one
   * statement. The names that clients give do not count here.
   */
  insertForEach(messages: NewMessage[]): Promise<SentToEach[]> {
    const [{ realmId, senderId, dateSent, clientName }] = messages as [NewMessage];
    const rows = messages.map((message) => ({
      recipient_id: message.recipientId,
      topic: message.topic,
      content: message.content,
      rendered_content: message.renderedContent,
      has_attachment: message.hasAttachment,
      has_image: message.hasImage,
      has_link: message.hasLink,
      is_me_message: message.isMeMessage,
      flags: message.copyFlags,
      personal: Object.fromEntries(message.personalFlags),
      search_vector: searchVector(message.topic, message.renderedContent),
    }));
    return this.database.query(INSERT_FOR_EACH, [
      realmId,
      senderId,
      dateSent,
      clientName,
      JSON.stringify(rows),
    ]);
  }

  /** The id of the message that this sender has sent under this name. */
  async idOf(senderId: number, fingerprint: Buffer): Promise<number | undefined> {
    const [row] = await this.database.query<{ message_id: number }>(
      `SELECT message_id FROM message_echoes WHERE sender_id = $1 AND fingerprint = $2`,
      [senderId, fingerprint],
    );
    return row?.message_id;
  }

  /** Lets go of at most so many names of messages from before; returns how many. */
  async forgetNames(before: Date, limit: number): Promise<number> {
    const rows = await this.database.query(
      `DELETE FROM message_echoes WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM message_echoes WHERE date_sent < $1 LIMIT $2
       )) RETURNING message_id`,
      [before, limit],
    );
    return rows.length;
  }

  private async insert<Row extends SentMessage>(
    sql: string,
    message: NewMessage,
    readers: number | number[],
  ): Promise<Row | undefined> {
    const [row] = await this.database.query<Row>(
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
        message.hasAttachment,
        message.hasImage,
        message.hasLink,
        message.isMeMessage,
        message.hasSubmessages,
        message.copyFlags,
        [...message.personalFlags.keys()],
        [...message.personalFlags.values()],
        readers,
        searchVector(message.topic, message.renderedContent),
        ...(message.fingerprint ? [message.fingerprint] : []),
      ],
      { prepare: true },
    );
    return row;
  }
}
