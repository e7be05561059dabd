import { Injectable } from '@nestjs/common';
import type { Emoji } from '#modules/realms/emoji';
import { Database } from '#platform/database/database.js';

/** What a message has of one emoji. */
export interface KnownReactions {
  /** The name that the first reaction used. */
  emoji_name: string;
  is_own: boolean;
}

/** Names an emoji by its code, by a name, or by both when either will do. */
export interface EmojiChoice {
  code: Pick<Emoji, 'emoji_code' | 'reaction_type'> | undefined;
  name: string | undefined;
}

@Injectable()
export class ReactionsRepository {
  constructor(private readonly database: Database) {}

  /** Undefined when nobody reacted to the message with this emoji. */
  async known(
    messageId: number,
    userId: number,
    emoji: Pick<Emoji, 'emoji_code' | 'reaction_type'>,
  ): Promise<KnownReactions | undefined> {
    const [row] = await this.database.query<KnownReactions>(
      `SELECT emoji_name, bool_or(user_id = $2) OVER () AS is_own FROM reactions
       WHERE message_id = $1 AND emoji_code = $3 AND reaction_type = $4
       ORDER BY id LIMIT 1`,
      [messageId, userId, emoji.emoji_code, emoji.reaction_type],
    );
    return row;
  }

  /**
   * Waits for a deletion or a move of the message, and makes them wait: a reaction must not outlive
   * its message, nor be made where nobody may react. Returns false when the message is gone.
   */
  async lockMessage(messageId: number): Promise<boolean> {
    const rows = await this.database.query(`SELECT 1 FROM messages WHERE id = $1 FOR SHARE`, [
      messageId,
    ]);
    return rows.length > 0;
  }

  /** Returns false when the user reacted with this emoji meanwhile. */
  async insert(messageId: number, userId: number, emoji: Emoji): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id`,
      [messageId, userId, emoji.emoji_name, emoji.emoji_code, emoji.reaction_type],
    );
    return rows.length > 0;
  }

  /** One reaction of the user: that with the code, else one with the name. Returns what it was. */
  async delete(
    messageId: number,
    userId: number,
    { code, name }: EmojiChoice,
  ): Promise<Emoji | undefined> {
    const [row] = await this.database.query<Emoji>(
      `DELETE FROM reactions WHERE id = (
         SELECT id FROM reactions
         WHERE message_id = $1 AND user_id = $2
           AND (emoji_code = $3 AND reaction_type = $4 OR emoji_name = $5)
         ORDER BY (emoji_code = $3 AND reaction_type = $4) DESC NULLS LAST, id LIMIT 1)
       RETURNING emoji_name, emoji_code, reaction_type`,
      [messageId, userId, code?.emoji_code, code?.reaction_type, name],
    );
    return row;
  }
}
