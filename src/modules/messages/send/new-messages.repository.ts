import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';
import { searchVector } from '#modules/messages/search';
import { DIRECT_FLAG, MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { Database } from '#platform/database/database.js';

export interface NewMessage {
  realmId: number;
  senderId: number;
  recipientId: number;
  topic: string;
  content: string;
  renderedContent: string;
  dateSent: Date;
  clientName: string;
  hasAttachment: boolean;
  hasImage: boolean;
  hasLink: boolean;
  isMeMessage: boolean;
  hasSubmessages: boolean;
  receivers: Receivers;
  /** Flags of all its user messages. */
  commonFlags: number;
  /** Further flags by user id; users who do not receive the message may be among them. */
  personalFlags: ReadonlyMap<number, number>;
  /** SHA-256 of the idempotency key and the message. */
  keyHash: Buffer | undefined;
}

/** The receivers of a message: the subscribers of a channel, or these users. */
type Receivers = { streamId: number } | { userIds: number[] };

export interface InsertedMessage {
  id: number;
  /** The users who received the message. */
  userIds: number[];
  /** Flags of the user messages that have any, by user id. */
  flags: Record<number, number>;
  senderFullName: string;
  senderEmail: string;
  senderDeliveryEmail: string;
  senderAvatarSource: string;
  senderAvatarVersion: number;
  senderAvatarPath: string | null;
  realmStringId: string;
  /** Whether the channel is private, in the snapshot that chose the receivers. */
  inviteOnly?: boolean;
  /** Of a single message in a channel: whether the topic had no messages before. */
  startsTopic?: boolean;
  /** Of a single message in a channel; null unless the sender is subscribed. */
  senderMutesChannel?: boolean | null;
  /** Of a single message in a channel: the settings that differ from the defaults. */
  senderSettings?: Record<string, unknown>;
}

interface InsertedForEach extends InsertedMessage {
  recipientId: number;
}

/** Messages from muted senders start as read. */
const IF_MUTED = `
  CASE WHEN receiver.user_id IN (SELECT user_id FROM muted_users WHERE muted_user_id = $2)
    THEN ${MESSAGE_FLAGS.read} ELSE 0 END`;

const SENDER = `
  sender.full_name AS "senderFullName", sender.email AS "senderEmail",
  sender.delivery_email AS "senderDeliveryEmail",
  sender.avatar_source AS "senderAvatarSource", sender.avatar_version AS "senderAvatarVersion",
  sender.avatar_path AS "senderAvatarPath",
  realm.string_id AS "realmStringId"`;

/** `receivers` selects user ids; `flags` are set in all user messages. */
function insertOne(
  receivers: string,
  {
    flags = 0,
    columns = '',
    isKeyed = false,
  }: { flags?: number; columns?: string; isKeyed?: boolean },
): string {
  return `
  WITH ${isKeyed ? RESERVED : NUMBERED}, message AS (
    INSERT INTO messages (id, realm_id, sender_id, recipient_id, topic, content, rendered_content,
      date_sent, client_name, has_attachment, has_image, has_link, is_me_message, has_submessages,
      search_vector)
    SELECT message_id, $1::integer, $2::integer, $3::integer, $4::text, $5::text, $6::text,
      $7::timestamptz, $8::text, $9::boolean, $10::boolean, $11::boolean, $12::boolean,
      $13::boolean, $18::tsvector
    FROM numbered
    RETURNING id
  ), personal AS (
    SELECT * FROM unnest($15::integer[], $16::integer[]) AS p (user_id, bits)
  ), received AS (
    INSERT INTO user_messages (user_id, message_id, flags)
    SELECT receiver.user_id, message.id,
      $14::integer | ${flags} | coalesce(personal.bits, 0) |
      ${IF_MUTED}
    FROM message, (${receivers}) AS receiver LEFT JOIN personal USING (user_id)
    RETURNING user_id, flags & ~${DIRECT_FLAG} AS flags
  )
  SELECT message.id, (SELECT coalesce(json_agg(user_id), '[]') FROM received) AS "userIds",
    (SELECT coalesce(json_object_agg(user_id, flags), '{}') FROM received WHERE flags <> 0) AS flags,
    ${SENDER}${columns}
  FROM message, users sender, realms realm
  WHERE sender.id = $2 AND realm.id = $1`;
}

const NEXT_ID = `nextval('messages_id_seq')`;

const NUMBERED = `numbered AS (SELECT ${NEXT_ID} AS message_id)`;

/** Returns no row when this idempotency key exists; then nothing else is inserted. */
const RESERVED = `numbered AS (
    INSERT INTO message_idempotency_keys (sender_id, key_hash, message_id, date_sent)
    SELECT $2::integer, $19::bytea, ${NEXT_ID}, $7::timestamptz
    ON CONFLICT DO NOTHING RETURNING message_id
  )`;

const SUBSCRIBERS = `
  SELECT user_id FROM subscriptions WHERE stream_id = $17 AND is_active AND user_is_active`;

const FOR_STREAM = {
  columns: `, (SELECT invite_only FROM streams WHERE id = $17) AS "inviteOnly",
    sender.settings AS "senderSettings",
    (SELECT s.is_muted FROM subscriptions s
     WHERE s.user_id = $2 AND s.stream_id = $17 AND s.is_active) AS "senderMutesChannel",
    NOT EXISTS (SELECT FROM messages earlier
      WHERE earlier.recipient_id = $3 AND upper(earlier.topic) = upper($4)) AS "startsTopic"`,
};

const PEOPLE = `SELECT unnest($17::integer[]) AS user_id`;

const FOR_PEOPLE = { flags: DIRECT_FLAG };

/** One message for each of several recipients: channels, or direct message conversations. */
const INSERT_FOR_EACH = `
  WITH input AS (
    SELECT * FROM ROWS FROM (json_to_recordset($5::json) AS (recipient_id integer, topic text,
      content text, rendered_content text, has_attachment boolean, has_image boolean,
      has_link boolean, is_me_message boolean, flags integer, personal json,
      search_vector tsvector)) WITH ORDINALITY AS i (recipient_id, topic, content, rendered_content,
      has_attachment, has_image, has_link, is_me_message, flags, personal, search_vector, position)
  ), message AS (
    INSERT INTO messages (realm_id, sender_id, date_sent, client_name, has_submessages, recipient_id,
      topic, content, rendered_content, has_attachment, has_image, has_link, is_me_message,
      search_vector)
    SELECT $1::integer, $2::integer, $3::timestamptz, $4, false, recipient_id, topic, content,
      rendered_content, has_attachment, has_image, has_link, is_me_message, search_vector
    FROM input ORDER BY position
    RETURNING id, recipient_id
  ), receiver AS (
    SELECT r.id AS recipient_id, s.user_id, 0 AS flags
    FROM recipients r JOIN subscriptions s ON s.stream_id = r.stream_id
    WHERE r.id IN (SELECT recipient_id FROM input) AND s.is_active AND s.user_is_active
    UNION ALL
    SELECT id, unnest(user_ids), ${DIRECT_FLAG}
    FROM recipients WHERE id IN (SELECT recipient_id FROM input) AND user_ids IS NOT NULL
  ), received AS (
    INSERT INTO user_messages (user_id, message_id, flags)
    SELECT receiver.user_id, message.id, input.flags | receiver.flags |
      coalesce((input.personal ->> receiver.user_id::text)::integer, 0) | ${IF_MUTED}
    FROM input JOIN message USING (recipient_id) JOIN receiver USING (recipient_id)
    RETURNING message_id, user_id, flags & ~${DIRECT_FLAG} AS flags
  ), received_by_message AS (
    SELECT message_id, json_agg(user_id) AS user_ids,
      json_object_agg(user_id, flags) FILTER (WHERE flags <> 0) AS flags
    FROM received GROUP BY message_id
  )
  SELECT message.id, message.recipient_id AS "recipientId",
    coalesce(received.user_ids, '[]') AS "userIds", coalesce(received.flags, '{}') AS flags,
    stream.invite_only AS "inviteOnly",
    ${SENDER}
  FROM message LEFT JOIN received_by_message received ON received.message_id = message.id
  JOIN recipients r ON r.id = message.recipient_id
  LEFT JOIN streams stream ON stream.id = r.stream_id, users sender, realms realm
  WHERE sender.id = $2 AND realm.id = $1`;

const INSERT_FOR_STREAM = insertOne(SUBSCRIBERS, FOR_STREAM);
const INSERT_FOR_STREAM_ONCE = insertOne(SUBSCRIBERS, { ...FOR_STREAM, isKeyed: true });
const INSERT_FOR_PEOPLE = insertOne(PEOPLE, FOR_PEOPLE);
const INSERT_FOR_PEOPLE_ONCE = insertOne(PEOPLE, { ...FOR_PEOPLE, isKeyed: true });

/** Sending is the most frequent write: one statement inserts a message and all its rows. */
@Injectable()
export class NewMessagesRepository {
  constructor(
    @InjectRepository(IdempotencyKeyEntity)
    private readonly idempotencyKeys: Repository<IdempotencyKeyEntity>,
    private readonly database: Database,
  ) {}

  /**
   * Inserts messages of one sender, at most one for each recipient, with their user messages. Returns
   * them in the order of `messages`, or none when the idempotency key of a single message exists. Keys
   * of several messages are ignored.
   */
  async insert(messages: NewMessage[]): Promise<InsertedMessage[]> {
    const [message, ...more] = messages as [NewMessage];
    return more.length === 0 ? this.insertOne(message) : this.insertForEach(messages);
  }

  /** The id of the message that the sender has sent with this idempotency key. */
  async findByKey(senderId: number, keyHash: Buffer): Promise<number | undefined> {
    const key = await this.idempotencyKeys.findOneBy({ senderId, keyHash });
    return key?.messageId;
  }

  /** Deletes up to `limit` idempotency keys older than `before`; returns how many. */
  async deleteKeys(before: Date, limit: number): Promise<number> {
    const rows = await this.database.query(
      `DELETE FROM message_idempotency_keys WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM message_idempotency_keys WHERE date_sent < $1 LIMIT $2
       )) RETURNING message_id`,
      [before, limit],
    );
    return rows.length;
  }

  private insertOne(message: NewMessage): Promise<InsertedMessage[]> {
    const { receivers, keyHash, personalFlags } = message;
    const [sql, receiving] =
      'streamId' in receivers
        ? [keyHash ? INSERT_FOR_STREAM_ONCE : INSERT_FOR_STREAM, receivers.streamId]
        : [keyHash ? INSERT_FOR_PEOPLE_ONCE : INSERT_FOR_PEOPLE, receivers.userIds];
    return this.database.query(
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
        message.commonFlags,
        [...personalFlags.keys()],
        [...personalFlags.values()],
        receiving,
        searchVector(message.topic, message.renderedContent),
        ...(keyHash ? [keyHash] : []),
      ],
      { prepare: true },
    );
  }

  private async insertForEach(messages: NewMessage[]): Promise<InsertedMessage[]> {
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
      flags: message.commonFlags,
      personal: Object.fromEntries(message.personalFlags),
      search_vector: searchVector(message.topic, message.renderedContent),
    }));
    const inserted = await this.database.query<InsertedForEach>(INSERT_FOR_EACH, [
      realmId,
      senderId,
      dateSent,
      clientName,
      JSON.stringify(rows),
    ]);
    const byRecipient = new Map(inserted.map((row) => [row.recipientId, row]));
    return messages.map(({ recipientId }) => byRecipient.get(recipientId)!);
  }
}
