// Combines the conditions of a narrow into the parts of a SELECT.
import type { Search } from '#modules/messages/search';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { type Actor, isSpectator, type Reader, type Spectator } from '#platform/http/actor.js';

/** The parts of a SELECT of messages that a reader can read. */
export interface MessageSource {
  /** The message id, the flags of the reader and, if the table of messages is read, the recipient. */
  columns: string;
  /** `FROM … WHERE …`, to which conditions can be added with AND. */
  from: string;
  /**
   * The id columns of the tables that are scanned in id order. A range must be given for each of them:
   * PostgreSQL does not derive one from the other and would scan a table from its start.
   */
  ids: [string, ...string[]];
}

/** The messages of a narrow. */
export interface NarrowQuery extends MessageSource {
  /** Only messages that the reader received; absent for spectators. */
  own?: MessageSource;
  values: unknown[];
  /** The searches to highlight. */
  searches: Search[];
  /** Whether the table of messages is read, not only user messages. */
  readsMessages: boolean;
  /** Whether one plan is best for all values, so that the statement can be prepared. */
  hasOnePlan: boolean;
}

/** The condition of one term. */
export interface Condition {
  sql: string;
  /** The table that it reads: user messages of the reader (`um`) or messages (`m`). */
  reads: 'userMessage' | 'message';
  /** Selects a channel whose history the reader can read, including messages not received. */
  opensHistory?: boolean;
  /** Needs the flags of the reader's user message. */
  closesHistory?: boolean;
  /** Selects only messages whose conversation the reader can read. */
  isReadable?: boolean;
  /** The search to highlight. */
  search?: Search;
  /** An index returns the matches in id order. */
  isIndexed?: boolean;
}

/** Adds a value to the statement; returns its placeholder. */
export type Bind = (value: unknown) => string;

/** Collects the values of a statement; the first is the id of the reader, if there is one. */
export class NarrowValues {
  readonly all: unknown[];

  constructor({ userId }: Reader) {
    this.all = userId === undefined ? [] : [userId];
  }

  readonly bind: Bind = (value) => `$${this.all.push(value)}`;
}

/**
 * Excludes channels. A narrow that reads only user messages looks each message up instead of joining: with
 * a join, PostgreSQL might not use the small index of user messages that fits the narrow.
 */
export function excludeRecipients(
  recipientIds: number[],
  bind: Bind,
  others: Condition[],
): Condition {
  const recipients = `${bind(recipientIds)}::integer[]`;
  return others.some(({ reads }) => reads === 'message')
    ? { sql: `m.recipient_id <> ALL(${recipients})`, reads: 'message', isIndexed: true }
    : {
        sql: `(SELECT c.recipient_id FROM messages c WHERE c.id = um.message_id)
          <> ALL(${recipients})`,
        reads: 'userMessage',
        isIndexed: true,
      };
}

/**
 * The reader's user message. LIMIT forces an index lookup for each message: for a merge join, PostgreSQL
 * would read the user messages from the first, since it does not derive their range of ids.
 */
const WITH_USER_MESSAGE = `
  LEFT JOIN LATERAL (
    SELECT c.flags, c.message_id FROM user_messages c
    WHERE c.user_id = $1 AND c.message_id = m.id LIMIT 1
  ) um ON true`;

const MESSAGE_COLUMNS = 'm.id, um.flags, m.recipient_id AS "recipientId"';

/** Joins only the tables that the conditions read, so that each narrow can use its best index. */
export function narrowQuery(
  reader: Reader,
  conditions: Condition[],
  { all: values, bind }: NarrowValues,
): NarrowQuery {
  const found = {
    values,
    readsMessages: isSpectator(reader) || conditions.some(({ reads }) => reads === 'message'),
    searches: conditions.flatMap(({ search }) => search ?? []),
    hasOnePlan: conditions.every(({ isIndexed }) => isIndexed),
  };
  const where = conditions.map(({ sql }) => ` AND (${sql})`).join('');
  if (isSpectator(reader)) {
    return {
      columns: `m.id, ${MESSAGE_FLAGS.read} AS flags, m.recipient_id AS "recipientId"`,
      from: `FROM messages m WHERE m.realm_id = ${bind(reader.realmId)}${where}`,
      ids: ['m.id'],
      ...found,
    };
  }
  if (!found.readsMessages) {
    const own: MessageSource = {
      columns: 'um.message_id AS id, um.flags',
      from: `FROM user_messages um WHERE um.user_id = $1${where}`,
      ids: ['um.message_id'],
    };
    return { ...own, own, ...found };
  }
  const inRealm = `m.realm_id = ${bind(reader.realmId)}`;
  const own: MessageSource = {
    columns: MESSAGE_COLUMNS,
    from: `FROM user_messages um JOIN messages m ON m.id = um.message_id
      WHERE um.user_id = $1 AND ${inRealm}${where}`,
    ids: ['m.id', 'um.message_id'],
  };
  const showsHistory =
    conditions.some(({ opensHistory }) => opensHistory) &&
    !conditions.some(({ closesHistory }) => closesHistory);
  if (!showsHistory) return { ...own, own, ...found };
  const from = `FROM messages m ${WITH_USER_MESSAGE} WHERE ${inRealm}${where}`;
  return { columns: MESSAGE_COLUMNS, from, ids: ['m.id'], own, ...found };
}

/** All messages of the channels. */
export function historyQuery(reader: Spectator, recipientIds: number[]): NarrowQuery {
  const values = new NarrowValues(reader);
  const sql = `m.recipient_id = ANY(${values.bind(recipientIds)}::integer[])`;
  return narrowQuery(reader, [{ sql, reads: 'message' }], values);
}

/** Received messages outside the unreadable channels, and all messages of the readable ones. */
export function visibleQuery(actor: Actor, readable: number[], unreadable: number[]): NarrowQuery {
  return {
    columns: MESSAGE_COLUMNS,
    from: `FROM messages m
      LEFT JOIN user_messages um ON um.message_id = m.id AND um.user_id = $1
      WHERE m.realm_id = $2
        AND (um.message_id IS NOT NULL OR m.recipient_id = ANY($3::integer[]))
        AND m.recipient_id <> ALL($4::integer[])`,
    ids: ['m.id'],
    values: [actor.userId, actor.realmId, readable, unreadable],
    searches: [],
    readsMessages: true,
    hasOnePlan: false,
  };
}
