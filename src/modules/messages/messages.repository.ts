import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { MessageSource, NarrowQuery } from '#modules/narrow/narrow.service.js';
import { MESSAGE_FLAGS } from '#modules/message-copies/message-flags.constants.js';
import type { EditedRow } from './edit-history.view.js';
import type { MessageRow } from './messages.view.js';

/** How many messages around which id. */
export interface AnchorRange {
  anchor: number;
  includeAnchor: boolean;
  before: number;
  after: number;
}

/** What a narrow finds: a message, and what the reader has marked it with. */
export interface FoundMessage {
  id: number;
  /** Null when the reader has no copy of their own. */
  flags: number | null;
}

export interface FetchedRow extends MessageRow, EditedRow, FoundMessage {}

const FULL_ROWS = `
  SELECT m.id, m.sender_id, m.recipient_id, m.topic, m.content, m.rendered_content, m.date_sent,
    m.client_name, m.is_me_message, u.full_name AS sender_full_name, u.email AS sender_email,
    u.delivery_email AS sender_delivery_email, u.avatar_source AS sender_avatar_source,
    u.avatar_version AS sender_avatar_version,
    m.last_edited_at, m.last_moved_at, m.edit_history,
    r.stream_id, s.name AS stream_name, r.user_ids, f.flags, (
      SELECT json_agg(json_build_object('emoji_name', e.emoji_name, 'emoji_code', e.emoji_code,
        'reaction_type', e.reaction_type, 'user_id', e.user_id) ORDER BY e.id)
      FROM reactions e WHERE e.message_id = m.id
    ) AS reactions,
    CASE WHEN m.has_submessages THEN (
      SELECT json_agg(p ORDER BY p.id) FROM submessages p WHERE p.message_id = m.id
    ) END AS submessages
  FROM unnest($1::bigint[], $2::integer[]) AS f (id, flags)
  JOIN messages m ON m.id = f.id
  JOIN users u ON u.id = m.sender_id
  JOIN recipients r ON r.id = m.recipient_id
  LEFT JOIN streams s ON s.id = r.stream_id
  ORDER BY m.id`;

@Injectable()
export class MessagesRepository {
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

  /** Messages of a narrow around an anchor: each side by one index walk. */
  async findAround(narrow: NarrowQuery, range: AnchorRange): Promise<FoundMessage[]> {
    const { anchor, before, after } = range;
    const placeholder = `$${narrow.values.length + 1}`;
    const [id] = narrow.ids;
    const parts = [
      before > 0 &&
        `${selectWithin(narrow, `< ${placeholder}`)} ORDER BY ${id} DESC LIMIT ${limitFor(before)}`,
      range.includeAnchor && selectWithin(narrow, `= ${placeholder}`),
      after > 0 &&
        `${selectWithin(narrow, `> ${placeholder}`)} ORDER BY ${id} LIMIT ${limitFor(after)}`,
    ].filter((sql) => sql !== false);
    if (parts.length === 0) return [];
    const found = await this.database.query<FoundMessage>(
      parts.map((sql) => `(${sql})`).join(' UNION ALL '),
      [...narrow.values, anchor],
      { prepare: narrow.hasOnePlan },
    );
    return [
      ...found.filter((message) => message.id < anchor).slice(0, before),
      ...found.filter((message) => message.id === anchor),
      ...found.filter((message) => message.id > anchor).slice(0, after),
    ];
  }

  /** Those of the given messages that the narrow contains. */
  findByIds(narrow: NarrowQuery, ids: number[]): Promise<FoundMessage[]> {
    const values = [...narrow.values, ids];
    return this.database.query(selectWithin(narrow, `= ANY($${values.length}::bigint[])`), values);
  }

  /**
   * The messages in full, ascending, without those that are gone meanwhile. A statement of its own:
   * one plan serves every narrow, and planning these joins costs more than running them.
   */
  fullRows(found: FoundMessage[]): Promise<FetchedRow[]> {
    const values = [found.map(({ id }) => id), found.map(({ flags }) => flags)];
    return this.database.query(FULL_ROWS, values, { prepare: true });
  }

  /** The oldest unread message of a narrow; undefined for a reader without copies. */
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
   * The first message of a narrow that was sent at or after a time. Ids follow time, so it is the
   * first from the realm's first such message on.
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
 * Part of the text of a statement, since PostgreSQL keeps a plan only if it knows how much is wanted;
 * one of few, so that there are not as many statements as numbers. The rest is cut off.
 */
function limitFor(count: number): number {
  return LIMITS.find((limit) => count <= limit) ?? count;
}

const LIMITS = [100, 1000, 5000];

/** The messages of a narrow whose ids are as the condition says. */
function selectWithin(narrow: MessageSource, condition: string): string {
  const limits = narrow.ids.map((id) => ` AND ${id} ${condition}`).join('');
  return `SELECT ${narrow.columns} ${narrow.from}${limits}`;
}
