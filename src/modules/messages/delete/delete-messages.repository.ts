import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { MessageEntity } from '#modules/messages/messages';
import type { UserMessageGroup } from '#modules/messages/user-messages';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

export type DeletableMessage = Pick<MessageEntity, 'id' | 'senderId' | 'topic' | 'dateSent'>;

/** Users who received messages. */
export interface ReceiverFilter {
  which: 'all' | 'guests' | 'none';
  except: number[];
}

@Injectable()
export class DeleteMessagesRepository {
  constructor(
    @InjectRepository(MessageEntity) private readonly messages: Repository<MessageEntity>,
    private readonly database: Database,
  ) {}

  /** No other transaction changes the message meanwhile. */
  findByIdForUpdate(realmId: number, id: number): Promise<DeletableMessage | null> {
    return this.messages.findOne({
      select: { id: true, senderId: true, topic: true, dateSent: true },
      where: { realmId, id },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /**
   * Returns the ids of the deleted messages, ascending: those that still existed and had not been moved
   * out of the topic. Locks them in the order in which moves do.
   */
  async delete(
    realmId: number,
    topic: { recipientId: number; topic: string } | null,
    ids: number[],
  ): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `WITH locked AS MATERIALIZED (
         SELECT id FROM messages
         WHERE realm_id = $1 AND id = ANY($2::bigint[])
           AND ($3::integer IS NULL OR recipient_id = $3 AND upper(topic) = upper($4))
         ORDER BY id FOR UPDATE
       )
       DELETE FROM messages USING locked WHERE messages.id = locked.id RETURNING messages.id`,
      [realmId, ids, topic?.recipientId ?? null, topic?.topic ?? null],
      { prepare: true },
    );
    return rows.map(({ id }) => id).toSorted((a, b) => a - b);
  }

  /**
   * Deletes user messages, edits, reactions and submessages of deleted messages; returns the receivers that
   * the filter selects. A separate statement, which sees rows that were added until the deletion.
   */
  deleteDependents(
    realmId: number,
    ids: number[],
    receivers: ReceiverFilter,
  ): Promise<UserMessageGroup[]> {
    return this.database.query(
      `WITH received AS (
         DELETE FROM user_messages WHERE message_id = ANY($1::bigint[]) RETURNING user_id, message_id
       ), edits AS (
         DELETE FROM message_edits WHERE message_id = ANY($1::bigint[])
       ), reactions AS (
         DELETE FROM reactions WHERE message_id = ANY($1::bigint[])
       ), submessages AS (
         DELETE FROM submessages WHERE message_id = ANY($1::bigint[])
       ), selected AS (
         SELECT user_id, message_id FROM received
         WHERE user_id <> ALL($2::integer[]) AND ($3 = 'all' OR $3 = 'guests' AND user_id IN (
           SELECT id FROM users WHERE realm_id = $4 AND role = ${Role.Guest}
         ))
       )
       SELECT user_ids AS "userIds", json_agg(message_id ORDER BY message_id) AS "messageIds"
       FROM (
         SELECT message_id, array_agg(user_id ORDER BY user_id) AS user_ids
         FROM selected GROUP BY message_id
       ) AS by_message
       GROUP BY user_ids`,
      [ids, receivers.except, receivers.which, realmId],
      { prepare: true },
    );
  }

  oldestId(recipientId: number): Promise<number | null> {
    return this.messages.minimum('id', { recipientId });
  }

  /** Whether the recorded first message of the channel exists, or none is recorded. */
  async hasFirstMessage(streamId: number): Promise<boolean> {
    const [row] = await this.database.query<{ exists: boolean }>(
      `SELECT s.first_message_id IS NULL
         OR EXISTS (SELECT 1 FROM messages m WHERE m.id = s.first_message_id) AS "exists"
       FROM streams s WHERE s.id = $1`,
      [streamId],
    );
    return row?.exists ?? true;
  }
}
