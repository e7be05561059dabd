// Compiles a narrow to SQL: each operator in one place, each independent of the others.
// A reader sees their own copies of messages, except for those in channels that they may no longer
// read; a channel whose history they may read shows all.
import { Injectable } from '@nestjs/common';
import { DIRECT_FLAG, MENTION_FLAGS, MESSAGE_FLAGS } from '#modules/messages/message-flags.view.js';
import { topicFromClient } from '#modules/messages/topic-name.view.js';
import { type AccessedStream, StreamsAccess } from '#modules/streams/streams.access.js';
import { UsersService } from '#modules/users/users.service.js';
import type { Actor } from '#platform/http/actor.js';
import {
  badNarrow,
  type GivenTerm,
  type NarrowOperand,
  type NarrowTerm,
  parseNarrow,
} from './narrow-terms.js';

export { type GivenTerm, narrowProblem } from './narrow-terms.js';

/** The parts of a SELECT over the messages of a narrow. */
export interface NarrowQuery {
  /** The message's id and the reader's flags. */
  columns: string;
  /** `FROM … WHERE …`, to which conditions can be added with AND. */
  from: string;
  /**
   * The message's id in each table that is read in its order. A limit has to be put on all of them:
   * PostgreSQL does not conclude one from the other, and would walk a table from its beginning.
   */
  ids: [string, ...string[]];
  values: unknown[];
}

const IS_CONDITIONS = new Map([
  ['dm', `um.flags & ${DIRECT_FLAG} <> 0`],
  ['private', `um.flags & ${DIRECT_FLAG} <> 0`],
  ['starred', `um.flags & ${MESSAGE_FLAGS.starred} <> 0`],
  ['unread', `um.flags & ${MESSAGE_FLAGS.read} = 0`],
  ['mentioned', `um.flags & ${MENTION_FLAGS} <> 0`],
]);

/** Both ask for direct messages. */
const DIRECT_OPERANDS = new Set<NarrowOperand>(['dm', 'private']);

interface Condition {
  sql: string;
  /** Which table it reads: the reader's copies `um`, or the messages `m`. */
  reads: 'copy' | 'message';
  /** Messages without an own copy can be shown: the channel's history is open to the reader. */
  opensHistory?: boolean;
  /** All that is left is direct, or in a channel that the reader may read. */
  isReadable?: boolean;
}

type Bind = (value: unknown) => string;

@Injectable()
export class NarrowService {
  constructor(
    private readonly streams: StreamsAccess,
    private readonly users: UsersService,
  ) {}

  /** Throws BAD_NARROW for what can not be understood or names nothing that the actor may know. */
  async compile(actor: Actor, given: GivenTerm[]): Promise<NarrowQuery> {
    const terms = parseNarrow(given);
    refuseChannelWithDirect(terms);
    const values: unknown[] = [actor.userId];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const conditions: Condition[] = [];
    for (const term of terms) {
      const condition = await this.condition(actor, term, bind);
      if (condition) conditions.push(condition);
    }
    // What `is` asks for is known of own copies only.
    const history =
      conditions.some(({ opensHistory }) => opensHistory) &&
      !terms.some(({ operator }) => operator === 'is');
    if (!conditions.some(({ isReadable }) => isReadable)) {
      const closed = await this.streams.unreadableRecipients(actor);
      if (closed.length > 0) conditions.push(outside(bind(closed), conditions));
    }
    return assemble(actor, conditions, { history, values, bind });
  }

  /** Everything that the actor may read: their own copies, and channels whose history is open. */
  async visible(actor: Actor): Promise<NarrowQuery> {
    const visible = await this.streams.visible(actor);
    const closed = await this.streams.unreadableRecipients(actor);
    const open = visible
      .filter(({ canSeeHistory }) => canSeeHistory)
      .map(({ stream }) => stream.recipient_id);
    return {
      columns: 'm.id, um.flags',
      from: `FROM messages m
        LEFT JOIN user_messages um ON um.message_id = m.id AND um.user_id = $1
        WHERE m.realm_id = $2
          AND (um.message_id IS NOT NULL OR m.recipient_id = ANY($3::integer[]))
          AND m.recipient_id <> ALL($4::integer[])`,
      ids: ['m.id'],
      values: [actor.userId, actor.realmId, open, closed],
    };
  }

  /** Undefined for a term that filters nothing. */
  private async condition(
    actor: Actor,
    term: NarrowTerm,
    bind: Bind,
  ): Promise<Condition | undefined> {
    const { operator, operand, negated } = term;
    switch (operator) {
      case 'channel': {
        const { stream, canSeeHistory, canSeeContent } = await this.channel(actor, operand);
        const condition = message(term, `m.recipient_id = ${bind(stream.recipient_id)}`);
        return {
          ...condition,
          opensHistory: canSeeHistory && !negated,
          isReadable: canSeeContent && !negated,
        };
      }
      case 'topic': {
        const topic = topicFromClient(text(operand));
        // Direct messages have no topic, which is not the same as an empty one.
        const inChannel = topic === '' ? ` AND coalesce(um.flags, 0) & ${DIRECT_FLAG} = 0` : '';
        return message(term, `upper(m.topic) = upper(${bind(topic)})${inChannel}`);
      }
      case 'dm': {
        const userIds = await this.conversation(actor, operand);
        // NULL, when nobody began this conversation yet.
        const recipient = `(SELECT id FROM recipients
          WHERE realm_id = ${bind(actor.realmId)} AND user_ids = ${bind(userIds)}::integer[])`;
        const sql = `m.recipient_id ${negated ? 'IS DISTINCT FROM' : '='} ${recipient}`;
        return { sql, reads: 'message', isReadable: !negated };
      }
      case 'sender':
        return message(term, `m.sender_id = ${bind(await this.person(actor, operand))}`);
      case 'id':
        return message(term, `m.id = ${bind(messageId(operand))}`);
      case 'is': {
        const sql = IS_CONDITIONS.get(text(operand));
        if (sql === undefined) throw badNarrow(`unknown operand "is:${text(operand)}"`);
        const isDirect = DIRECT_OPERANDS.has(text(operand));
        return {
          sql: negatable(term, sql),
          reads: 'copy',
          isReadable: isDirect && !negated,
        };
      }
      case 'near':
        return undefined;
    }
  }

  private async channel(actor: Actor, operand: NarrowOperand): Promise<AccessedStream> {
    if (Array.isArray(operand)) throw badNarrow('a channel is a name or an ID');
    const accessed =
      typeof operand === 'number'
        ? await this.streams.findById(actor, operand)
        : await this.streams.findByName(actor, operand);
    if (!accessed) throw badNarrow(`unknown channel ${operand}`);
    return accessed;
  }

  private async person(actor: Actor, operand: NarrowOperand): Promise<number> {
    if (Array.isArray(operand)) throw badNarrow('a sender is an ID or an address');
    const [userId] = await this.people(actor, [String(operand)]);
    return userId!;
  }

  /** The sorted ids of the people of a direct conversation, the actor among them. */
  private async conversation(actor: Actor, operand: NarrowOperand): Promise<number[]> {
    const names =
      typeof operand === 'string'
        ? operand.split(',').map((name) => name.trim())
        : [operand].flat().map(String);
    const userIds = await this.people(actor, names);
    return [...new Set([...userIds, actor.userId])].toSorted((a, b) => a - b);
  }

  /** Each is an id or an address, and all are the same kind. */
  private async people(actor: Actor, names: string[]): Promise<number[]> {
    const areIds = names.every((name) => /^\d{1,9}$/.test(name));
    const found = areIds
      ? await this.users.findByIds(actor.realmId, names.map(Number))
      : await this.users.findByEmails(actor.realmId, names);
    if (found.length !== new Set(names.map((name) => name.toLowerCase())).size) {
      throw badNarrow(`unknown user in ${names.join(', ')}`);
    }
    return found.map(({ id }) => id);
  }
}

function negatable(term: NarrowTerm, sql: string): string {
  return term.negated ? `NOT (${sql})` : sql;
}

function message(term: NarrowTerm, sql: string): Condition {
  return { sql: negatable(term, sql), reads: 'message' };
}

/**
 * Not in one of the channels. What reads copies alone keeps doing so, and looks each message up: a
 * join would let PostgreSQL leave the small index of the copies that the narrow asks for.
 */
function outside(recipients: string, others: Condition[]): Condition {
  return others.some(({ reads }) => reads === 'message')
    ? { sql: `m.recipient_id <> ALL(${recipients}::integer[])`, reads: 'message' }
    : {
        sql: `(SELECT c.recipient_id FROM messages c WHERE c.id = um.message_id)
          <> ALL(${recipients}::integer[])`,
        reads: 'copy',
      };
}

function refuseChannelWithDirect(terms: NarrowTerm[]): void {
  const positive = terms.filter(({ negated }) => !negated);
  const isDirect = ({ operator, operand }: NarrowTerm): boolean =>
    operator === 'dm' || (operator === 'is' && DIRECT_OPERANDS.has(operand));
  if (positive.some(({ operator }) => operator === 'channel') && positive.some(isDirect)) {
    throw badNarrow('a message is either in a channel or direct');
  }
}

function text(operand: NarrowOperand): string {
  if (typeof operand !== 'string') throw badNarrow(`${String(operand)} is not a text`);
  return operand;
}

function messageId(operand: NarrowOperand): number {
  const id = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : operand;
  if (typeof id !== 'number' || id < 0) throw badNarrow('a message ID is a positive number');
  return id;
}

/** Joins only what the conditions read, so that the plan can walk the best index for each narrow. */
function assemble(
  actor: Actor,
  conditions: Condition[],
  { history, values, bind }: { history: boolean; values: unknown[]; bind: Bind },
): NarrowQuery {
  const where = conditions.map(({ sql }) => ` AND (${sql})`).join('');
  if (history) {
    return {
      columns: 'm.id, um.flags',
      from: `FROM messages m
        LEFT JOIN user_messages um ON um.message_id = m.id AND um.user_id = $1
        WHERE m.realm_id = ${bind(actor.realmId)}${where}`,
      ids: ['m.id'],
      values,
    };
  }
  if (conditions.some(({ reads }) => reads === 'message')) {
    return {
      columns: 'm.id, um.flags',
      from: `FROM user_messages um JOIN messages m ON m.id = um.message_id
        WHERE um.user_id = $1 AND m.realm_id = ${bind(actor.realmId)}${where}`,
      ids: ['m.id', 'um.message_id'],
      values,
    };
  }
  return {
    columns: 'um.message_id AS id, um.flags',
    from: `FROM user_messages um WHERE um.user_id = $1${where}`,
    ids: ['um.message_id'],
    values,
  };
}
