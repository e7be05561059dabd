import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** Which messages of somebody go. */
export interface SentMessagesScope {
  inPublicChannels: boolean;
  inPrivateChannels: boolean;
  inDirectMessages: boolean;
}

export interface MessagePurge extends SentMessagesScope {
  id: number;
  realmId: number;
  senderId: number;
  upToMessageId: number;
}

export interface PurgedMessage {
  id: number;
  /** Null for direct messages. */
  stream_id: number | null;
  topic: string;
}

@Injectable()
export class MessagePurgesRepository {
  constructor(private readonly database: Database) {}

  /** Of all messages that the person sent so far. */
  async insert(
    realmId: number,
    senderId: number,
    places: SentMessagesScope,
    now: Date,
  ): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `INSERT INTO message_purges (realm_id, sender_id, in_public_channels, in_private_channels,
         in_direct_messages, up_to_message_id, last_batch_at)
       SELECT $1, $2, $3, $4, $5,
         coalesce((SELECT max(id) FROM messages WHERE sender_id = $2), 0), $6
       RETURNING id`,
      [
        realmId,
        senderId,
        places.inPublicChannels,
        places.inPrivateChannels,
        places.inDirectMessages,
        now,
      ],
    );
    return row!.id;
  }

  /** Nobody else works on it until the transaction ends. */
  async lock(id: number): Promise<MessagePurge | undefined> {
    const [purge] = await this.database.query<MessagePurge>(
      `SELECT id, realm_id AS "realmId", sender_id AS "senderId",
         in_public_channels AS "inPublicChannels", in_private_channels AS "inPrivateChannels",
         in_direct_messages AS "inDirectMessages", up_to_message_id AS "upToMessageId"
       FROM message_purges WHERE id = $1 FOR UPDATE`,
      [id],
    );
    return purge;
  }

  /** Newest first. */
  nextMessages(purge: MessagePurge, limit: number): Promise<PurgedMessage[]> {
    return this.database.query(
      `SELECT m.id, r.stream_id, m.topic
       FROM messages m
       JOIN recipients r ON r.id = m.recipient_id
       LEFT JOIN streams s ON s.id = r.stream_id
       WHERE m.sender_id = $1 AND m.id <= $2
         AND CASE s.invite_only WHEN true THEN $4 WHEN false THEN $3 ELSE $5::boolean END
       ORDER BY m.id DESC LIMIT $6`,
      [
        purge.senderId,
        purge.upToMessageId,
        purge.inPublicChannels,
        purge.inPrivateChannels,
        purge.inDirectMessages,
        limit,
      ],
    );
  }

  async advance(id: number, upToMessageId: number, now: Date): Promise<void> {
    await this.database.query(
      `UPDATE message_purges SET up_to_message_id = $2, last_batch_at = $3 WHERE id = $1`,
      [id, upToMessageId, now],
    );
  }

  async delete(id: number): Promise<void> {
    await this.database.query(`DELETE FROM message_purges WHERE id = $1`, [id]);
  }

  /** Those that have not gone on for so long. */
  async findStuck(now: Date, seconds: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM message_purges
       WHERE last_batch_at < $1::timestamptz - make_interval(secs => $2) ORDER BY id`,
      [now, seconds],
    );
    return rows.map(({ id }) => id);
  }
}
