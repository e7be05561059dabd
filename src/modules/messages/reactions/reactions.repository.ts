import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { MessageEntity } from '#modules/messages/messages';
import type { Emoji } from '#modules/realms/emoji';
import { Database } from '#platform/database/database.js';
import { insertOrIgnore } from '#platform/database/insert-or-ignore.js';
import { ReactionEntity } from './reaction.entity.js';

/** The parts of an emoji that identify it; names may change. */
export type EmojiCode = Pick<Emoji, 'emojiCode' | 'reactionType'>;

/** The reactions to a message with one emoji. */
export interface ReactionsWithEmoji {
  /** The name that the first reaction used. */
  emojiName: string;
  isOwn: boolean;
}

@Injectable()
export class ReactionsRepository {
  constructor(
    @InjectRepository(ReactionEntity) private readonly reactions: Repository<ReactionEntity>,
    @InjectRepository(MessageEntity) private readonly messages: Repository<MessageEntity>,
    private readonly database: Database,
  ) {}

  /** Returns undefined when there are none. */
  async findWithEmoji(
    messageId: number,
    userId: number,
    { emojiCode, reactionType }: EmojiCode,
  ): Promise<ReactionsWithEmoji | undefined> {
    const [row] = await this.database.query<ReactionsWithEmoji>(
      `SELECT emoji_name AS "emojiName", bool_or(user_id = $2) OVER () AS "isOwn" FROM reactions
       WHERE message_id = $1 AND emoji_code = $3 AND reaction_type = $4
       ORDER BY id LIMIT 1`,
      [messageId, userId, emojiCode, reactionType],
    );
    return row;
  }

  /**
   * Makes deletions and moves of the message wait for the current transaction: a reaction must not
   * outlive its message, nor be added where the user may not react. Returns false when the message
   * does not exist.
   */
  async lockMessage(messageId: number): Promise<boolean> {
    const message = await this.messages.findOne({
      select: { id: true },
      where: { id: messageId },
      lock: { mode: 'pessimistic_read' },
    });
    return message !== null;
  }

  /** Returns false when a concurrent request of the user has added the reaction. */
  insert(messageId: number, userId: number, emoji: Emoji): Promise<boolean> {
    const row = this.reactions.create({ messageId, userId, ...emoji });
    return insertOrIgnore(this.reactions, row);
  }

  /**
   * Deletes one reaction of the user and returns its emoji: the reaction with the code if there is
   * one, else the first with the name.
   */
  async delete(
    messageId: number,
    userId: number,
    code: EmojiCode | undefined,
    name: string | undefined,
  ): Promise<Emoji | undefined> {
    const [row] = await this.database.query<Emoji>(
      `DELETE FROM reactions WHERE id = (
         SELECT id FROM reactions
         WHERE message_id = $1 AND user_id = $2
           AND (emoji_code = $3 AND reaction_type = $4 OR emoji_name = $5)
         ORDER BY (emoji_code = $3 AND reaction_type = $4) DESC NULLS LAST, id LIMIT 1)
       RETURNING emoji_name AS "emojiName", emoji_code AS "emojiCode",
         reaction_type AS "reactionType"`,
      [messageId, userId, code?.emojiCode, code?.reactionType, name],
    );
    return row;
  }
}
