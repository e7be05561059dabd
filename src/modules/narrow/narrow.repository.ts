import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** Where a message is, and whether somebody has a copy of it. */
export interface MessagePlace {
  recipient_id: number;
  topic: string;
  /** Null for a direct message. */
  stream_id: number | null;
  has_copy: boolean;
}

@Injectable()
export class NarrowRepository {
  constructor(private readonly database: Database) {}

  async placeOf(
    realmId: number,
    userId: number | undefined,
    messageId: number,
  ): Promise<MessagePlace | undefined> {
    const [row] = await this.database.query<MessagePlace>(
      `SELECT m.recipient_id, m.topic, r.stream_id, um.message_id IS NOT NULL AS has_copy
       FROM messages m
       JOIN recipients r ON r.id = m.recipient_id
       LEFT JOIN user_messages um ON um.message_id = m.id AND um.user_id = $2
       WHERE m.realm_id = $1 AND m.id = $3`,
      [realmId, userId ?? null, messageId],
      { prepare: true },
    );
    return row;
  }
}
