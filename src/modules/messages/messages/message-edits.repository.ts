// The history of messages. It is bounded for each message: beyond MAX_EDITS or MAX_BYTES, the oldest
// entries are deleted when an entry is added.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { HistoryEntry } from './edit-history.view.js';

const MAX_EDITS = 500;
const MAX_BYTES = 2 * 1024 * 1024;
/** Limits of the history in a response with many messages. */
const MAX_SHOWN_EDITS = 100;
const MAX_SHOWN_BYTES = 64 * 1024;

const ENTRY = `jsonb_build_object('user_id', e.user_id,
    'timestamp', floor(date_part('epoch', e.edited_at))::bigint)
  || jsonb_strip_nulls(jsonb_build_object(
    'prev_content', e.prev_content, 'prev_rendered_content', e.prev_rendered_content,
    'prev_stream', e.prev_stream_id, 'stream', e.stream_id,
    'prev_topic', e.prev_topic, 'topic', e.topic))`;

/** Bytes of the texts of newer entries of the same message. */
const NEWER_BYTES = `coalesce(sum(octet_length(coalesce(prev_content, ''))
    + octet_length(coalesce(prev_rendered_content, '')))
  OVER (PARTITION BY message_id ORDER BY id DESC
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)`;

@Injectable()
export class MessageEditsRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async findByMessage(messageId: number): Promise<HistoryEntry[]> {
    const rows = await this.database.query<{ entry: HistoryEntry }>(
      `SELECT ${ENTRY} AS entry FROM message_edits e WHERE e.message_id = $1 ORDER BY e.id DESC`,
      [messageId],
    );
    return rows.map(({ entry }) => entry);
  }

  async add(messageId: number, entry: HistoryEntry): Promise<void> {
    await this.database.query(
      `INSERT INTO message_edits (message_id, user_id, edited_at, prev_content,
         prev_rendered_content, prev_stream_id, stream_id, prev_topic, topic)
       VALUES ($1, $2, to_timestamp($3), $4, $5, $6, $7, $8, $9)`,
      [
        messageId,
        entry.user_id,
        entry.timestamp,
        entry.prev_content,
        entry.prev_rendered_content,
        entry.prev_stream,
        entry.stream,
        entry.prev_topic,
        entry.topic,
      ],
    );
    await this.trim([messageId]);
  }

  /** Adds an entry to each message before it moves to a topic; the old topics are added to it. */
  async addMoves(messageIds: number[], entry: HistoryEntry, topic: string): Promise<void> {
    await this.database.query(
      `INSERT INTO message_edits (message_id, user_id, edited_at, prev_stream_id, stream_id,
         prev_topic, topic)
       SELECT id, $2::integer, to_timestamp($3), $4::integer, $5::integer,
         CASE WHEN topic <> $6 THEN topic END, CASE WHEN topic <> $6 THEN $6 END
       FROM messages WHERE id = ANY($1::bigint[])`,
      [messageIds, entry.user_id, entry.timestamp, entry.prev_stream, entry.stream, topic],
    );
    await this.trim(messageIds);
  }

  /** Adds the previous content to the newest entry of a message, which moved in the same edit. */
  async addContent(messageId: number, content: string, renderedContent: string): Promise<void> {
    await this.database.query(
      `UPDATE message_edits SET prev_content = $2, prev_rendered_content = $3
       WHERE id = (SELECT max(id) FROM message_edits WHERE message_id = $1)`,
      [messageId, content, renderedContent],
    );
    await this.trim([messageId]);
  }

  private async trim(messageIds: number[]): Promise<void> {
    await this.database.query(
      `DELETE FROM message_edits WHERE id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER (PARTITION BY message_id ORDER BY id DESC) AS number,
             ${NEWER_BYTES} AS newer_bytes
           FROM message_edits WHERE message_id = ANY($1::bigint[])
         ) AS entries
         WHERE number > ${MAX_EDITS} OR newer_bytes > ${MAX_BYTES}
       )`,
      [messageIds],
    );
  }
}

/** SQL for the newest part of the history of a message, newest first, as JSON. */
export function recentHistory(messageId: string): string {
  return `(SELECT json_agg(${ENTRY} ORDER BY e.id DESC) FROM (
      SELECT *, ${NEWER_BYTES} AS newer_bytes FROM message_edits
      WHERE message_id = ${messageId} ORDER BY id DESC LIMIT ${MAX_SHOWN_EDITS}
    ) AS e WHERE e.newer_bytes <= ${MAX_SHOWN_BYTES})`;
}
