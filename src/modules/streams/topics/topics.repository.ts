// Topics have no rows of their own: they are derived from the messages, by the index over recipient,
// topic and id. Topics are compared in upper case.
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { UserMessageEntity } from '#modules/messages/messages';
import { Database } from '#platform/database/database.js';
import type { Schema } from '#platform/http/contract.js';

/** Reads one index entry per topic, regardless of the number of messages. */
const NEWEST_OF_EACH_TOPIC = `
  WITH RECURSIVE topics AS (
    (SELECT topic, id, upper(topic) AS key FROM messages
     WHERE recipient_id = $1 ORDER BY upper(topic) DESC, id DESC LIMIT 1)
    UNION ALL
    SELECT following.* FROM topics, LATERAL (
      SELECT m.topic, m.id, upper(m.topic) AS key FROM messages m
      WHERE m.recipient_id = $1 AND upper(m.topic) < topics.key
      ORDER BY upper(m.topic) DESC, m.id DESC LIMIT 1
    ) following
  )`;

/** The newest message of a topic that the user received; mostly the first index entry. */
const NEWEST_RECEIVED = `
  SELECT m.topic, m.id FROM messages m
  JOIN user_messages um ON um.message_id = m.id AND um.user_id = $3
  WHERE m.recipient_id = $1 AND upper(m.topic) = topics.key AND m.id >= first.id
  ORDER BY m.id DESC LIMIT 1`;

const ICON = `CASE WHEN i.id IS NOT NULL THEN json_build_object('emoji_name', i.emoji_name,
  'emoji_code', i.emoji_code, 'reaction_type', i.reaction_type) END AS icon`;

const ICONS = `LEFT JOIN topic_icons i ON i.stream_id = $2 AND upper(i.topic) = topics.key`;

export interface TopicWithIcon {
  /** The spelling of the newest message. */
  name: string;
  newestId: number;
  /** Null without an icon. */
  icon: Schema<'TopicIcon'> | null;
}

export interface StreamScope {
  recipientId: number;
  streamId: number;
}

/** The messages of one topic, regardless of case. */
export interface TopicMessages {
  recipientId: number;
  topic: string;
  /** Only messages that this user received; null for all. */
  onlyReceivedBy: number | null;
}

@Injectable()
export class TopicsRepository {
  constructor(
    @InjectRepository(UserMessageEntity)
    private readonly userMessages: Repository<UserMessageEntity>,
    private readonly database: Database,
  ) {}

  /** All topics of a stream in the spelling of their newest message, most recent first. */
  findAll({ recipientId, streamId }: StreamScope): Promise<TopicWithIcon[]> {
    return this.database.query(
      `${NEWEST_OF_EACH_TOPIC}
       SELECT topics.topic AS name, topics.id AS "newestId", ${ICON} FROM topics ${ICONS}
       ORDER BY topics.id DESC`,
      [recipientId, streamId],
    );
  }

  /** As `findAll`, but only for messages that the user received. */
  findReceived({ recipientId, streamId }: StreamScope, userId: number): Promise<TopicWithIcon[]> {
    return this.database.query(
      `${NEWEST_OF_EACH_TOPIC}, first AS MATERIALIZED (
         SELECT min(message_id) AS id FROM user_messages WHERE user_id = $3
       )
       SELECT newest.topic AS name, newest.id AS "newestId", ${ICON}
       FROM topics JOIN first ON topics.id >= first.id
       JOIN LATERAL (${NEWEST_RECEIVED}) newest ON true ${ICONS}
       ORDER BY newest.id DESC`,
      [recipientId, streamId, userId],
    );
  }

  /** Undefined when the topic has no message. */
  async newestId(messages: TopicMessages): Promise<number | undefined> {
    const [id] = await this.newestIds(messages, 1);
    return id;
  }

  /** The newest messages of the topic up to an id, in descending order. */
  async newestIds(
    { recipientId, topic, onlyReceivedBy }: TopicMessages,
    limit: number,
    upToId = Number.MAX_SAFE_INTEGER,
  ): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT m.id FROM messages m
       WHERE m.recipient_id = $1 AND upper(m.topic) = upper($2) AND m.id <= $3
         AND ($4::integer IS NULL OR EXISTS (
           SELECT 1 FROM user_messages um WHERE um.user_id = $4 AND um.message_id = m.id))
       ORDER BY m.id DESC LIMIT $5`,
      [recipientId, topic, upToId, onlyReceivedBy, limit],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /** The number of users who received the message. */
  countUserMessages(messageId: number): Promise<number> {
    return this.userMessages.countBy({ messageId });
  }

  /** Converts a topic to upper case as comparisons do: the results of JavaScript may differ. */
  async upperCase(topic: string): Promise<string> {
    const [row] = await this.database.query<{ topic: string }>(`SELECT upper($1::text) AS topic`, [
      topic,
    ]);
    return row!.topic;
  }
}
