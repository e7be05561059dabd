import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { AlertWord } from './alert-word-matcher.js';

@Injectable()
export class AlertWordsRepository {
  constructor(private readonly database: Database) {}

  /** In the order of insertion. Part of the register snapshot. */
  async findByUser(userId: number): Promise<string[]> {
    const rows = await this.database.query<{ word: string }>(
      `SELECT word FROM alert_words WHERE user_id = $1 ORDER BY id`,
      [userId],
      { prepare: true },
    );
    return rows.map(({ word }) => word);
  }

  /** The words of all users of the realm. */
  findByRealm(realmId: number): Promise<AlertWord[]> {
    return this.database.query(
      `SELECT user_id AS "userId", word FROM alert_words WHERE realm_id = $1`,
      [realmId],
      { prepare: true },
    );
  }

  /** Adds the words that the user does not have yet. Returns their number. */
  async add(realmId: number, userId: number, words: string[]): Promise<number> {
    const rows = await this.database.query(
      `INSERT INTO alert_words (realm_id, user_id, word)
       SELECT $1, $2, word FROM unnest($3::text[]) WITH ORDINALITY AS input (word, position)
       ORDER BY position
       ON CONFLICT DO NOTHING RETURNING id`,
      [realmId, userId, words],
    );
    return rows.length;
  }

  /** Returns how many of the words the user had. */
  async remove(userId: number, words: string[]): Promise<number> {
    const rows = await this.database.query(
      `DELETE FROM alert_words
       WHERE user_id = $1
         AND lower(word) = ANY (ARRAY(SELECT lower(w) FROM unnest($2::text[]) AS w))
       RETURNING id`,
      [userId, words],
    );
    return rows.length;
  }
}
