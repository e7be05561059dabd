import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

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

  /** Whether the channel has messages of this topic, whatever its case. */
  async hasTopic(recipientId: number, topic: string): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM messages WHERE recipient_id = $1 AND upper(topic) = upper($2) LIMIT 1`,
      [recipientId, topic],
    );
    return rows.length > 0;
  }

  /** The addresses of one person's conversations with each of the others, made when they are new. */
  async conversationIds(
    realmId: number,
    userId: number,
    otherIds: number[],
  ): Promise<Map<number, number>> {
    const pairs = `
      SELECT other, ARRAY[least($2::integer, other), greatest($2::integer, other)] AS user_ids
      FROM unnest($3::integer[]) AS o (other)`;
    await this.database.query(
      `INSERT INTO recipients (realm_id, user_ids) SELECT $1, user_ids FROM (${pairs}) AS pairs
       ORDER BY user_ids ON CONFLICT DO NOTHING`,
      [realmId, userId, otherIds],
    );
    const rows = await this.database.query<{ id: number; other: number }>(
      `SELECT r.id, pairs.other FROM (${pairs}) AS pairs
       JOIN recipients r ON r.realm_id = $1 AND r.user_ids = pairs.user_ids`,
      [realmId, userId, otherIds],
    );
    return new Map(rows.map(({ id, other }) => [other, id]));
  }

  /** The address of a direct conversation, made when it is new. `userIds` sorted ascending. */
  async conversationId(realmId: number, userIds: number[]): Promise<number> {
    const found = await this.findConversationId(realmId, userIds);
    if (found !== undefined) return found;
    const [row] = await this.database.query<{ id: number }>(
      `INSERT INTO recipients (realm_id, user_ids) VALUES ($1, $2)
       ON CONFLICT DO NOTHING RETURNING id`,
      [realmId, userIds],
    );
    // Without a row, somebody else made it meanwhile and has committed.
    return row?.id ?? (await this.findConversationId(realmId, userIds))!;
  }

  async findConversationId(realmId: number, userIds: number[]): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }>(
      `SELECT id FROM recipients WHERE realm_id = $1 AND user_ids = $2`,
      [realmId, userIds],
      { prepare: true },
    );
    return row?.id;
  }
}
