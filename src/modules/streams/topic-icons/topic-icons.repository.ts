import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Emoji } from '#modules/realms/emoji';
import { Database } from '#platform/database/database.js';
import { insertOrIgnore } from '#platform/database/insert-or-ignore.js';
import { TopicIconEntity } from './topic-icon.entity.js';

/** The messages of one topic, regardless of case. */
export interface TopicMessages {
  recipientId: number;
  topic: string;
  /** Only messages that this user received; null for all. */
  onlyReceivedBy: number | null;
}

/** Mostly SQL, because the unique index is on an expression: topics are compared regardless of case. */
@Injectable()
export class TopicIconsRepository {
  constructor(
    @InjectRepository(TopicIconEntity) private readonly topicIcons: Repository<TopicIconEntity>,
    private readonly database: Database,
  ) {}

  /** Returns whether the icon changed. */
  async set(streamId: number, topic: string, icon: Emoji): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO topic_icons AS existing (stream_id, topic, emoji_name, emoji_code, reaction_type)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (stream_id, upper(topic)) DO UPDATE
         SET emoji_name = $3, emoji_code = $4, reaction_type = $5
         WHERE (existing.emoji_name, existing.emoji_code, existing.reaction_type) <> ($3, $4, $5)
       RETURNING id`,
      [streamId, topic, icon.emojiName, icon.emojiCode, icon.reactionType],
    );
    return rows.length > 0;
  }

  /** Returns false when the topic already has an icon. */
  setIfAbsent(streamId: number, topic: string, icon: Emoji): Promise<boolean> {
    const { emojiName, emojiCode, reactionType } = icon;
    const row = { streamId, topic, emojiName, emojiCode, reactionType };
    return insertOrIgnore(this.topicIcons, this.topicIcons.create(row));
  }

  /** Returns the deleted icon. */
  async delete(streamId: number, topic: string): Promise<Emoji | undefined> {
    const [icon] = await this.database.query<Emoji>(
      `DELETE FROM topic_icons WHERE stream_id = $1 AND upper(topic) = upper($2)
       RETURNING emoji_name AS "emojiName", emoji_code AS "emojiCode",
         reaction_type AS "reactionType"`,
      [streamId, topic],
    );
    return icon;
  }

  async hasMessages({ recipientId, topic, onlyReceivedBy }: TopicMessages): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM messages m
       WHERE m.recipient_id = $1 AND upper(m.topic) = upper($2)
         AND ($3::integer IS NULL OR EXISTS (
           SELECT 1 FROM user_messages um WHERE um.user_id = $3 AND um.message_id = m.id))
       LIMIT 1`,
      [recipientId, topic, onlyReceivedBy],
      { prepare: true },
    );
    return rows.length > 0;
  }

  /** Returns the users among `userIds` who received a message of the topic. */
  async findRecipients(
    { recipientId, topic }: Omit<TopicMessages, 'onlyReceivedBy'>,
    userIds: number[],
  ): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT reader.id FROM unnest($3::integer[]) AS reader (id)
       WHERE EXISTS (
         SELECT 1 FROM messages m
         JOIN user_messages um ON um.message_id = m.id AND um.user_id = reader.id
         WHERE m.recipient_id = $1 AND upper(m.topic) = upper($2)
       )`,
      [recipientId, topic, userIds],
    );
    return rows.map(({ id }) => id);
  }
}
