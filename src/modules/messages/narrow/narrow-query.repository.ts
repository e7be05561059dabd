// Puts the conditions of a narrow together into the parts of a SELECT.
import type { Search } from '#modules/messages/search';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { type Actor, isSpectator, type Reader, type Spectator } from '#platform/http/actor.js';

/** The parts of a SELECT over some messages: what one reader sees of them. */
export interface MessageSource {
  /** The message's id and the reader's flags. */
  columns: string;
  /** `FROM … WHERE …`, to which conditions can be added with AND. */
  from: string;
  /**
   * The message's id in each table that is read in its order. A limit has to be put on all of them:
   * PostgreSQL does not conclude one from the other, and would walk a table from its beginning.
   */
  ids: [string, ...string[]];
}

/** The messages of a narrow. */
export interface NarrowQuery extends MessageSource {
  /** Only those of which the reader has a copy, `um`. A spectator has none. */
  own?: MessageSource;
  values: unknown[];
  /** What is searched for in the texts. */
  searches: Search[];
  /** The same plan is best whatever the values: it need not be made for each request. */
  hasOnePlan: boolean;
}

/** What one term of a narrow asks for. */
export interface Condition {
  sql: string;
  /** Which table it reads: the reader's copies `um`, or the messages `m`. */
  reads: 'copy' | 'message';
  /** Messages without an own copy can be shown: the channel's history is open to the reader. */
  opensHistory?: boolean;
  /** It is known of own copies only. */
  closesHistory?: boolean;
  /** All that is left is direct, or in a channel that the reader may read. */
  isReadable?: boolean;
  /** What it looks for in the texts. */
  search?: Search;
  /** An index finds it in the order of ids, however many messages it holds for. */
  isPlace?: boolean;
}

/** Adds a value to the statement; returns its placeholder. */
export type Bind = (value: unknown) => string;

/** Collects the values of a statement. The id of a reader who has one is the first. */
export class NarrowValues {
  readonly all: unknown[];

  constructor({ userId }: Reader) {
    this.all = userId === undefined ? [] : [userId];
  }

  readonly bind: Bind = (value) => `$${this.all.push(value)}`;
}

/**
 * Not in one of the channels. What reads copies alone keeps doing so, and looks each message up: a
 * join would let PostgreSQL leave the small index of the copies that the narrow asks for.
 */
export function outside(recipientIds: number[], bind: Bind, others: Condition[]): Condition {
  const recipients = `${bind(recipientIds)}::integer[]`;
  return others.some(({ reads }) => reads === 'message')
    ? { sql: `m.recipient_id <> ALL(${recipients})`, reads: 'message', isPlace: true }
    : {
        sql: `(SELECT c.recipient_id FROM messages c WHERE c.id = um.message_id)
          <> ALL(${recipients})`,
        reads: 'copy',
        isPlace: true,
      };
}

/**
 * The reader's copy of a message. LIMIT keeps PostgreSQL from joining any other way than by looking
 * up each: it cannot conclude where in the copies to begin, and would read them from the first on.
 */
const WITH_COPY = `
  LEFT JOIN LATERAL (
    SELECT c.flags, c.message_id FROM user_messages c
    WHERE c.user_id = $1 AND c.message_id = m.id LIMIT 1
  ) um ON true`;

/** Joins only what the conditions read, so that the plan can walk the best index for each narrow. */
export function narrowQuery(
  reader: Reader,
  conditions: Condition[],
  { all: values, bind }: NarrowValues,
): NarrowQuery {
  const found = {
    values,
    searches: conditions.flatMap(({ search }) => search ?? []),
    hasOnePlan: conditions.every(({ isPlace }) => isPlace),
  };
  const where = conditions.map(({ sql }) => ` AND (${sql})`).join('');
  if (isSpectator(reader)) {
    return {
      columns: `m.id, ${MESSAGE_FLAGS.read} AS flags`,
      from: `FROM messages m WHERE m.realm_id = ${bind(reader.realmId)}${where}`,
      ids: ['m.id'],
      ...found,
    };
  }
  const readsMessages = conditions.some(({ reads }) => reads === 'message');
  if (!readsMessages) {
    const own: MessageSource = {
      columns: 'um.message_id AS id, um.flags',
      from: `FROM user_messages um WHERE um.user_id = $1${where}`,
      ids: ['um.message_id'],
    };
    return { ...own, own, ...found };
  }
  const inRealm = `m.realm_id = ${bind(reader.realmId)}`;
  const own: MessageSource = {
    columns: 'm.id, um.flags',
    from: `FROM user_messages um JOIN messages m ON m.id = um.message_id
      WHERE um.user_id = $1 AND ${inRealm}${where}`,
    ids: ['m.id', 'um.message_id'],
  };
  const showsHistory =
    conditions.some(({ opensHistory }) => opensHistory) &&
    !conditions.some(({ closesHistory }) => closesHistory);
  if (!showsHistory) return { ...own, own, ...found };
  const from = `FROM messages m ${WITH_COPY} WHERE ${inRealm}${where}`;
  return { columns: 'm.id, um.flags', from, ids: ['m.id'], own, ...found };
}

/** All messages of the channels. */
export function historyQuery(reader: Spectator, recipientIds: number[]): NarrowQuery {
  const values = new NarrowValues(reader);
  const sql = `m.recipient_id = ANY(${values.bind(recipientIds)}::integer[])`;
  return narrowQuery(reader, [{ sql, reads: 'message' }], values);
}

/** Own copies outside the closed channels, and all messages of the open ones. */
export function visibleQuery(actor: Actor, open: number[], closed: number[]): NarrowQuery {
  return {
    columns: 'm.id, um.flags',
    from: `FROM messages m
      LEFT JOIN user_messages um ON um.message_id = m.id AND um.user_id = $1
      WHERE m.realm_id = $2
        AND (um.message_id IS NOT NULL OR m.recipient_id = ANY($3::integer[]))
        AND m.recipient_id <> ALL($4::integer[])`,
    ids: ['m.id'],
    values: [actor.userId, actor.realmId, open, closed],
    searches: [],
    hasOnePlan: false,
  };
}
