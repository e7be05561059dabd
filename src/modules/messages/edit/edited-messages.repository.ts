import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, type Repository } from 'typeorm';
import type { RenderedMessage } from '#modules/markdown/markdown';
import { MessageEntity } from '#modules/messages/messages';
import { searchVector, topicVector } from '#modules/messages/search';
import { StreamEntity } from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';

const SELECTED = {
  id: true,
  senderId: true,
  topic: true,
  content: true,
  renderedContent: true,
  dateSent: true,
  hasSubmessages: true,
  editCount: true,
} as const;

export type EditedMessage = Pick<MessageEntity, keyof typeof SELECTED>;

export type NewestMessage = Pick<EditedMessage, 'id' | 'senderId' | 'content' | 'dateSent'>;

/** Messages of a topic. */
export interface TopicPart {
  recipientId: number;
  topic: string;
  /** Only this message and later ones. */
  fromId: number;
  /** Only messages that this user received, for a channel with protected history. */
  onlyReceivedBy: number | null;
}

/** How many messages of a topic are new enough to be moved. */
export interface TopicAge {
  total: number;
  allowed: number;
  firstAllowedId: number | null;
}

export interface MessageMove {
  recipientId: number;
  topic: string;
  /** Null leaves the time of the last move as it is. */
  movedAt: Date | null;
}

const PART = `m.recipient_id = $1 AND upper(m.topic) = upper($2) AND m.id >= $3
  AND ($4::integer IS NULL OR EXISTS (
    SELECT 1 FROM user_messages um WHERE um.user_id = $4 AND um.message_id = m.id))`;

@Injectable()
export class EditedMessagesRepository {
  constructor(
    @InjectRepository(MessageEntity) private readonly messages: Repository<MessageEntity>,
    @InjectRepository(StreamEntity) private readonly streams: Repository<StreamEntity>,
    private readonly database: Database,
  ) {}

  findById(realmId: number, id: number): Promise<EditedMessage | null> {
    return this.messages.findOne({ select: SELECTED, where: { realmId, id } });
  }

  /** As findById; no other transaction changes the message meanwhile. */
  findByIdForUpdate(realmId: number, id: number): Promise<EditedMessage | null> {
    return this.messages.findOne({
      select: SELECTED,
      where: { realmId, id },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** Locks messages by ascending id, as every transaction that locks several does. */
  lockPart(part: TopicPart): Promise<{ id: number; dateSent: Date }[]> {
    return this.database.query(
      `SELECT m.id, m.date_sent AS "dateSent" FROM messages m WHERE ${PART} ORDER BY m.id FOR NO KEY UPDATE`,
      values(part),
    );
  }

  /** Locks channels until the transaction ends. */
  async lockStreams(realmId: number, ids: number[]): Promise<void> {
    await this.streams.find({
      select: { id: true },
      where: { realmId, id: Any(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
  }

  async age(part: TopicPart, since: Date): Promise<TopicAge> {
    const [row] = await this.database.query<TopicAge>(
      `SELECT count(*)::integer AS total,
         count(*) FILTER (WHERE m.date_sent >= $5)::integer AS allowed,
         min(m.id) FILTER (WHERE m.date_sent >= $5) AS "firstAllowedId"
       FROM messages m WHERE ${PART}`,
      [...values(part), since],
    );
    return row!;
  }

  async hasAny(part: TopicPart): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM messages m WHERE ${PART} LIMIT 1`,
      values(part),
    );
    return rows.length > 0;
  }

  async move(ids: number[], { recipientId, topic, movedAt }: MessageMove): Promise<void> {
    await this.database.query(
      `UPDATE messages SET recipient_id = $2, topic = $3, edit_count = edit_count + 1,
         last_moved_at = coalesce($4, last_moved_at),
         search_vector = CASE WHEN topic = $3 THEN search_vector
           ELSE ts_filter(search_vector, '{d}') || $5::tsvector END
       WHERE id = ANY($1::bigint[])`,
      [ids, recipientId, topic, movedAt, topicVector(topic)],
    );
  }

  /** `topic` is the topic of the message after the edit, and `editCount` the number of its edits. */
  async rewrite(
    { id, topic, editCount }: Pick<MessageEntity, 'id' | 'topic' | 'editCount'>,
    { source, rendered }: { source: string; rendered: RenderedMessage },
    editedAt: Date,
  ): Promise<void> {
    const { html, hasAttachment, hasImage, hasLink, isMeMessage } = rendered;
    await this.messages.update(
      { id },
      {
        content: source,
        renderedContent: html,
        hasAttachment,
        hasImage,
        hasLink,
        isMeMessage,
        editCount,
        lastEditedAt: editedAt,
        searchVector: searchVector(topic, html),
      },
    );
  }

  /** Replaces the HTML of unchanged content. */
  async replaceHtml(
    id: number,
    topic: string,
    { html, hasImage }: Pick<RenderedMessage, 'html' | 'hasImage'>,
  ): Promise<void> {
    const changes = {
      renderedContent: html,
      hasImage,
      searchVector: searchVector(topic, html),
    };
    await this.messages.update({ id }, changes);
  }

  /** The newest message of a topic. */
  async newest(recipientId: number, topic: string): Promise<NewestMessage | undefined> {
    const [row] = await this.database.query<NewestMessage>(
      `SELECT id, sender_id AS "senderId", content, date_sent AS "dateSent" FROM messages
       WHERE recipient_id = $1 AND upper(topic) = upper($2) ORDER BY id DESC LIMIT 1`,
      [recipientId, topic],
    );
    return row;
  }

  /** Whether two names differ only in case. */
  async isSameTopic(one: string, other: string): Promise<boolean> {
    const [row] = await this.database.query<{ same: boolean }>(
      `SELECT upper($1::text) = upper($2::text) AS same`,
      [one, other],
    );
    return row?.same === true;
  }
}

function values({ recipientId, topic, fromId, onlyReceivedBy }: TopicPart): unknown[] {
  return [recipientId, topic, fromId, onlyReceivedBy];
}
