import { Injectable } from '@nestjs/common';
import type { VisibilityPolicy } from '#modules/streams/user-topics';
import { Database } from '#platform/database/database.js';

/** The recipient and topic of a message, and whether a user received it. */
export interface MessageRecipient {
  recipientId: number;
  topic: string;
  /** Null for a direct message. */
  streamId: number | null;
  isReceived: boolean;
}

export interface TopicWithPolicy {
  recipientId: number;
  topic: string;
  policy: VisibilityPolicy;
}

const CHANNEL_KINDS = {
  public: 'NOT s.invite_only',
  'web-public': 's.is_web_public',
  archived: 's.is_archived',
};

export type StreamKind = keyof typeof CHANNEL_KINDS;

export function isStreamKind(name: string): name is StreamKind {
  return Object.hasOwn(CHANNEL_KINDS, name);
}

@Injectable()
export class NarrowRepository {
  constructor(private readonly database: Database) {}

  async recipientOf(
    realmId: number,
    userId: number | undefined,
    messageId: number,
  ): Promise<MessageRecipient | undefined> {
    const [row] = await this.database.query<MessageRecipient>(
      `SELECT m.recipient_id AS "recipientId", m.topic, r.stream_id AS "streamId",
         um.message_id IS NOT NULL AS "isReceived"
       FROM messages m
       JOIN recipients r ON r.id = m.recipient_id
       LEFT JOIN user_messages um ON um.message_id = m.id AND um.user_id = $2
       WHERE m.realm_id = $1 AND m.id = $3`,
      [realmId, userId ?? null, messageId],
      { prepare: true },
    );
    return row;
  }

  /** Recipient ids of all channels of a kind. */
  channels(realmId: number, kind: StreamKind): Promise<number[]> {
    return this.recipientIds(
      `SELECT r.id FROM streams s JOIN recipients r ON r.stream_id = s.id
       WHERE s.realm_id = $1 AND ${CHANNEL_KINDS[kind]}`,
      [realmId],
    );
  }

  /** Recipient ids of conversations that have all of these users, and at least `atLeast` users. */
  conversations(userIds: number[], atLeast: number): Promise<number[]> {
    return this.recipientIds(
      `SELECT id FROM recipients WHERE user_ids @> $1::integer[] AND cardinality(user_ids) >= $2`,
      [userIds, atLeast],
    );
  }

  /** Recipient ids of the channels that the user has muted. */
  mutedChannels(userId: number): Promise<number[]> {
    return this.recipientIds(
      `SELECT r.id FROM subscriptions s JOIN recipients r ON r.stream_id = s.stream_id
       WHERE s.user_id = $1 AND s.is_muted`,
      [userId],
    );
  }

  /** The topics for which the user has a visibility policy. */
  topics(userId: number): Promise<TopicWithPolicy[]> {
    return this.database.query(
      `SELECT r.id AS "recipientId", ut.topic, ut.visibility_policy AS policy
       FROM user_topics ut JOIN recipients r ON r.stream_id = ut.stream_id WHERE ut.user_id = $1`,
      [userId],
      { prepare: true },
    );
  }

  private async recipientIds(sql: string, values: unknown[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(sql, values, { prepare: true });
    return rows.map(({ id }) => id);
  }
}
