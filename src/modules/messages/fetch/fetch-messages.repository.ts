import { Injectable } from '@nestjs/common';
import { type HistoryEntry, recentHistory, type Submessage } from '#modules/messages/messages';
import type { MessageSource, NarrowQuery } from '#modules/messages/narrow';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { Database } from '#platform/database/database.js';
import type { Schema } from '#platform/http/contract.js';

/** A number of messages on each side of an id. */
export interface AnchorRange {
  anchor: number;
  includeAnchor: boolean;
  before: number;
  after: number;
}

export interface FoundMessage {
  id: number;
  /** Flags of the reader's user message; null without one. */
  flags: number | null;
  /** Absent in narrows that read only user messages. */
  recipientId?: number;
}

/** The texts of a message that are read; the other one is empty. */
export type Texts = 'html' | 'source' | 'both';

/** A message without its sender and recipient, which are cached. */
export interface FetchedMessage extends FoundMessage {
  /** False for a message beyond MAX_BYTES: its texts, history, reactions and submessages are absent. */
  fits: boolean;
  senderId: number;
  recipientId: number;
  topic: string;
  content: string;
  renderedContent: string;
  /** UNIX seconds. */
  timestamp: number;
  clientName: string;
  isMeMessage: boolean;
  lastEditedAt: Date | null;
  lastMovedAt: Date | null;
  /** The newest part of it, newest first; null for a message that was never changed. */
  editHistory: HistoryEntry[] | null;
  /** Oldest first; null when there are none. */
  reactions: Schema<'Reaction'>[] | null;
  /** Oldest first; null when there are none. */
  submessages: Submessage[] | null;
}

/** A channel, or the users of a direct message conversation. */
export interface FetchedRecipient {
  id: number;
  streamId: number | null;
  streamName: string | null;
  /** Ascending; null for a channel. */
  userIds: number[] | null;
}

/** Bytes of the texts after which no further message fits; the first one always does. */
const MAX_BYTES = 8 * 1024 * 1024;

const TEXTS: Record<Texts, { content: string; html: string }> = {
  html: { content: `''`, html: 'm.rendered_content' },
  source: { content: 'm.content', html: `''` },
  both: { content: 'm.content', html: 'm.rendered_content' },
};

/** Reading messages is the most frequent request; most are one SQL statement, which is prepared. */
@Injectable()
export class FetchMessagesRepository {
  constructor(private readonly database: Database) {}

  /** The messages of a narrow around an anchor; each side is one index scan. */
  async findAround(narrow: NarrowQuery, range: AnchorRange): Promise<FoundMessage[]> {
    const around = selectAround(narrow, range);
    if (!around) return [];
    return this.database.query(around.sql, around.values, { prepare: narrow.hasOnePlan });
  }

  /**
   * The same with all columns, ascending, in one statement; beyond MAX_BYTES only the messages nearest
   * to the anchor fit. Users and channels come from caches.
   */
  async fetchAround(
    narrow: NarrowQuery,
    range: AnchorRange,
    texts: Texts,
  ): Promise<FetchedMessage[]> {
    const around = selectAround(narrow, range);
    if (!around) return [];
    const sql = selectFull(around.sql, texts, `abs(f.id - ${around.anchor})`);
    return this.database.query(sql, around.values, { prepare: narrow.hasOnePlan });
  }

  /** Reads all columns of the found messages, except for messages that have been moved to another channel since. */
  async fetchFound(found: FoundMessage[], anchor: number, texts: Texts): Promise<FetchedMessage[]> {
    if (found.length === 0) return [];
    const sql = selectFull(
      `SELECT * FROM unnest($1::bigint[], $2::integer[], $3::integer[])
         AS found (id, flags, recipient_id)`,
      texts,
      'abs(f.id - $4)',
      'm.id = f.id AND m.recipient_id = f.recipient_id',
    );
    const columns = [
      found.map(({ id }) => id),
      found.map(({ flags }) => flags),
      found.map(({ recipientId }) => recipientId),
    ];
    return this.database.query(sql, [...columns, anchor], { prepare: true });
  }

  /** The messages with these ids in the narrow, ascending; beyond MAX_BYTES only the newest fit. */
  fetchByIds(narrow: NarrowQuery, ids: number[], texts: Texts): Promise<FetchedMessage[]> {
    const values = [...narrow.values, ids];
    const found = selectWithin(narrow, `= ANY($${values.length}::bigint[])`);
    return this.database.query(selectFull(found, texts, '-f.id'), values);
  }

  /** Reads a message of the realm with Markdown and HTML, whether or not the user can read it. */
  async findOne(realmId: number, userId: number, id: number): Promise<FetchedMessage | undefined> {
    const found = `SELECT m.id, um.flags FROM messages m
      LEFT JOIN user_messages um ON um.message_id = m.id AND um.user_id = $1
      WHERE m.realm_id = $2 AND m.id = $3`;
    const [row] = await this.database.query<FetchedMessage>(
      selectFull(found, 'both', '-f.id'),
      [userId, realmId, id],
      { prepare: true },
    );
    return row;
  }

  recipients(realmId: number, ids: number[]): Promise<FetchedRecipient[]> {
    return this.database.query(
      `SELECT r.id, r.stream_id AS "streamId", s.name AS "streamName", r.user_ids AS "userIds"
       FROM recipients r LEFT JOIN streams s ON s.id = r.stream_id
       WHERE r.realm_id = $1 AND r.id = ANY($2::integer[])`,
      [realmId, ids],
      { prepare: true },
    );
  }

  /** The oldest unread message of a narrow; undefined for spectators. */
  async firstUnreadId({ own, values }: NarrowQuery): Promise<number | undefined> {
    if (!own) return undefined;
    const [id] = own.ids;
    return this.firstId(
      `SELECT ${own.columns} ${own.from} AND um.flags & ${MESSAGE_FLAGS.read} = 0
       ORDER BY ${id} LIMIT 1`,
      values,
    );
  }

  /**
   * The first message of a narrow that was sent at or after a time. Ids are in the order of time, so
   * the narrow is searched from the realm's first such message on.
   */
  async firstIdSince(
    realmId: number,
    narrow: NarrowQuery,
    since: Date,
  ): Promise<number | undefined> {
    const start = await this.firstId(
      `SELECT id FROM messages WHERE realm_id = $1 AND date_sent >= $2 ORDER BY date_sent, id LIMIT 1`,
      [realmId, since],
    );
    if (start === undefined) return undefined;
    const values = [...narrow.values, start];
    const [id] = narrow.ids;
    return this.firstId(
      `${selectWithin(narrow, `>= $${values.length}`)} ORDER BY ${id} LIMIT 1`,
      values,
    );
  }

  private async firstId(sql: string, values: unknown[]): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }>(sql, values);
    return row?.id;
  }
}

/**
 * Selects ids and flags of the messages around an anchor; undefined for an empty range. A prepared
 * statement has a constant limit, which the planner knows, inside the requested one; there are few
 * constants, so that there are few statements.
 */
function selectAround(
  narrow: NarrowQuery,
  { anchor, includeAnchor, before, after }: AnchorRange,
): { sql: string; values: unknown[]; anchor: string } | undefined {
  const values = [...narrow.values];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const [id] = narrow.ids;
  const at = bind(anchor);
  const side = (condition: string, order: string, count: number): string => {
    const sql = `${selectWithin(narrow, condition)} ORDER BY ${order}`;
    if (!narrow.hasOnePlan) return `${sql} LIMIT ${count}`;
    return `SELECT * FROM (${sql} LIMIT ${limitFor(count)}) AS side LIMIT ${bind(count)}`;
  };
  const parts = [
    ...(before > 0 ? [side(`< ${at}`, `${id} DESC`, before)] : []),
    ...(includeAnchor ? [selectWithin(narrow, `= ${at}`)] : []),
    ...(after > 0 ? [side(`> ${at}`, id, after)] : []),
  ];
  if (parts.length === 0) return undefined;
  return { sql: parts.map((sql) => `(${sql})`).join(' UNION ALL '), values, anchor: at };
}

function limitFor(count: number): number {
  return LIMITS.find((limit) => count <= limit) ?? count;
}

const LIMITS = [100, 1000, 5000];

/**
 * Selects all columns of the messages that a statement finds, ascending. Texts are counted in the order
 * of `distance`, by their stored length, so that PostgreSQL does not read those that do not fit.
 */
function selectFull(
  found: string,
  texts: Texts,
  distance: string,
  condition = 'm.id = f.id',
): string {
  const { content, html } = TEXTS[texts];
  return `SELECT id, flags, "senderId", "recipientId", topic, timestamp, "clientName", "isMeMessage",
      "lastEditedAt", "lastMovedAt", fits, CASE WHEN fits THEN content ELSE '' END AS content,
      CASE WHEN fits THEN html ELSE '' END AS "renderedContent",
      CASE WHEN fits THEN history END AS "editHistory",
      CASE WHEN fits THEN reactions END AS reactions,
      CASE WHEN fits THEN submessages END AS submessages
    FROM (
      SELECT p.*, coalesce(sum(octet_length(content) + octet_length(html)
          + coalesce(octet_length(history::text), 0) + coalesce(octet_length(reactions::text), 0)
          + coalesce(octet_length(submessages::text), 0))
        OVER (ORDER BY distance, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
        < ${MAX_BYTES} AS fits
      FROM (
        SELECT m.id, f.flags, m.sender_id AS "senderId", m.recipient_id AS "recipientId", m.topic,
          ${content} AS content, ${html} AS html, ${distance} AS distance,
          floor(date_part('epoch', m.date_sent))::bigint AS timestamp, m.client_name AS "clientName",
          m.is_me_message AS "isMeMessage", m.last_edited_at AS "lastEditedAt",
          m.last_moved_at AS "lastMovedAt",
          CASE WHEN m.edit_count > 0 THEN ${recentHistory('m.id')} END AS history, (
            SELECT json_agg(json_build_object('emoji_name', e.emoji_name, 'emoji_code', e.emoji_code,
              'reaction_type', e.reaction_type, 'user_id', e.user_id) ORDER BY e.id)
            FROM reactions e WHERE e.message_id = m.id
          ) AS reactions,
          CASE WHEN m.has_submessages THEN (
            SELECT json_agg(p ORDER BY p.id) FROM submessages p WHERE p.message_id = m.id
          ) END AS submessages
        FROM (${found}) AS f
        JOIN messages m ON ${condition}
        -- Otherwise each use of a column would run its subquery again.
        OFFSET 0
      ) AS p
    ) AS m
    ORDER BY id`;
}

/** Selects the messages of a narrow whose ids meet the condition. */
function selectWithin(narrow: MessageSource, condition: string): string {
  const limits = narrow.ids.map((id) => ` AND ${id} ${condition}`).join('');
  return `SELECT ${narrow.columns} ${narrow.from}${limits}`;
}
