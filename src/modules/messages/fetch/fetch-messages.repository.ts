import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { EditedRow, MessagePlace, MessageRow } from '#modules/messages/messages';
import type { MessageSource, NarrowQuery } from '#modules/messages/narrow';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages';

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

/** Which texts of a message are read; the other one is empty. */
export type Texts = 'html' | 'source' | 'both';

export interface FetchedRow extends MessageRow, EditedRow, FoundMessage {}

const TEXTS: Record<Texts, string> = {
  html: `'' AS content, m.rendered_content`,
  source: `m.content, '' AS rendered_content`,
  both: `m.content, m.rendered_content`,
};

@Injectable()
export class MessagesRepository {
  constructor(private readonly database: Database) {}

  /** Messages of a narrow around an anchor: each side by one index walk. */
  async findAround(narrow: NarrowQuery, range: AnchorRange): Promise<FoundMessage[]> {
    const around = selectAround(narrow, range);
    if (!around) return [];
    return this.database.query(around.sql, around.values, { prepare: narrow.hasOnePlan });
  }

  /**
   * The same in full, ascending. One statement, so that it is asked and answered once; people and
   * channels are not joined, because processes know them.
   */
  async fetchAround(narrow: NarrowQuery, range: AnchorRange, texts: Texts): Promise<FetchedRow[]> {
    const around = selectAround(narrow, range);
    if (!around) return [];
    const sql = selectFull(around.sql, texts);
    return this.database.query(sql, around.values, { prepare: narrow.hasOnePlan });
  }

  /** Those of the given messages that the narrow contains, ascending. */
  fetchByIds(narrow: NarrowQuery, ids: number[], texts: Texts): Promise<FetchedRow[]> {
    const values = [...narrow.values, ids];
    const found = selectWithin(narrow, `= ANY($${values.length}::bigint[])`);
    return this.database.query(selectFull(found, texts), values);
  }

  places(realmId: number, recipientIds: number[]): Promise<MessagePlace[]> {
    return this.database.query(
      `SELECT r.id AS recipient_id, r.stream_id, s.name AS stream_name, r.user_ids
       FROM recipients r LEFT JOIN streams s ON s.id = r.stream_id
       WHERE r.realm_id = $1 AND r.id = ANY($2::integer[])`,
      [realmId, recipientIds],
      { prepare: true },
    );
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
 * The ids and flags of the messages around an anchor; undefined when none are asked for. In a
 * statement that is planned once, a limit that the planner knows stands inside the one that was asked
 * for: one of few, so that there are not as many statements as numbers.
 */
function selectAround(
  narrow: NarrowQuery,
  { anchor, includeAnchor, before, after }: AnchorRange,
): { sql: string; values: unknown[] } | undefined {
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
  return { sql: parts.map((sql) => `(${sql})`).join(' UNION ALL '), values };
}

function limitFor(count: number): number {
  return LIMITS.find((limit) => count <= limit) ?? count;
}

const LIMITS = [100, 1000, 5000];

/** The messages in full whose ids and flags a statement finds, ascending. */
function selectFull(found: string, texts: Texts): string {
  return `SELECT m.id, f.flags, m.sender_id, m.recipient_id, m.topic, ${TEXTS[texts]},
      floor(date_part('epoch', m.date_sent))::bigint AS timestamp, m.client_name, m.is_me_message,
      m.last_edited_at, m.last_moved_at, m.edit_history, (
        SELECT json_agg(json_build_object('emoji_name', e.emoji_name, 'emoji_code', e.emoji_code,
          'reaction_type', e.reaction_type, 'user_id', e.user_id) ORDER BY e.id)
        FROM reactions e WHERE e.message_id = m.id
      ) AS reactions,
      CASE WHEN m.has_submessages THEN (
        SELECT json_agg(p ORDER BY p.id) FROM submessages p WHERE p.message_id = m.id
      ) END AS submessages
    FROM (${found}) AS f
    JOIN messages m ON m.id = f.id
    ORDER BY m.id`;
}

/** The messages of a narrow whose ids are as the condition says. */
function selectWithin(narrow: MessageSource, condition: string): string {
  const limits = narrow.ids.map((id) => ` AND ${id} ${condition}`).join('');
  return `SELECT ${narrow.columns} ${narrow.from}${limits}`;
}
