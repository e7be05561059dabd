import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

interface ConversationRow {
  position: number;
  id: number;
}

/** Each list of user ids is passed as text: PostgreSQL has no arrays of arrays that differ in length. */
const CONVERSATIONS = `
  unnest($2::text[]) WITH ORDINALITY AS conversation (user_ids, position)`;

@Injectable()
export class RecipientsRepository {
  constructor(private readonly database: Database) {}

  async hasMessages(recipientId: number): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM messages WHERE recipient_id = $1 LIMIT 1`,
      [recipientId],
    );
    return rows.length > 0;
  }

  /** Ignores case. */
  async hasTopic(recipientId: number, topic: string): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM messages WHERE recipient_id = $1 AND upper(topic) = upper($2) LIMIT 1`,
      [recipientId, topic],
    );
    return rows.length > 0;
  }

  /**
   * The recipient ids of direct message conversations, undefined for those that do not exist. Each
   * list of user ids is ascending.
   */
  async findConversations(realmId: number, userIds: number[][]): Promise<(number | undefined)[]> {
    // LATERAL makes PostgreSQL look up each conversation by index, regardless of its estimates.
    const rows = await this.database.query<ConversationRow>(
      `SELECT conversation.position::integer, existing.id
       FROM ${CONVERSATIONS}
       CROSS JOIN LATERAL (
         SELECT id FROM recipients r
         WHERE r.realm_id = $1 AND r.user_ids = conversation.user_ids::integer[] LIMIT 1
       ) AS existing`,
      [realmId, arrayLiterals(userIds)],
      { prepare: true },
    );
    const ids = new Map(rows.map(({ position, id }) => [position, id]));
    return userIds.map((_, index) => ids.get(index + 1));
  }

  /** As `findConversations`; creates those that do not exist. */
  async findOrCreateConversations(realmId: number, userIds: number[][]): Promise<number[]> {
    await this.database.query(
      `INSERT INTO recipients (realm_id, user_ids)
       SELECT $1, conversation.user_ids::integer[] AS user_ids FROM ${CONVERSATIONS}
       ORDER BY user_ids ON CONFLICT DO NOTHING`,
      [realmId, arrayLiterals(userIds)],
    );
    return (await this.findConversations(realmId, userIds)) as number[];
  }
}

function arrayLiterals(userIds: number[][]): string[] {
  return userIds.map((ids) => `{${ids.join(',')}}`);
}
