// What each operator of a narrow means: its names, how its operand is read, and its SQL. An operator
// knows nothing of the others.
import {
  DIRECT_FLAG,
  MENTION_FLAGS,
  MESSAGE_FLAGS,
} from '#modules/message-copies/message-flags.constants.js';
import { topicFromClient } from '#modules/streams/topic-name.view.js';
import type { Actor } from '#platform/http/actor.js';
import { messageIdOperand, type NarrowOperands, textOperand } from './narrow-operands.service.js';
import type { Bind, Condition } from './narrow-query.repository.js';
import { badNarrow, type NarrowTerm } from './narrow-terms.js';

export interface NarrowContext {
  actor: Actor;
  bind: Bind;
  operands: NarrowOperands;
}

interface Operator {
  /** All accepted spellings. */
  names: readonly string[];
  /** What its terms are about, for those that exclude each other. */
  isAbout?: (term: NarrowTerm) => 'channel' | 'direct' | undefined;
  /** Undefined for a term that filters nothing. */
  compile: (
    term: NarrowTerm,
    context: NarrowContext,
  ) => Condition | undefined | Promise<Condition | undefined>;
}

const OPERATORS: Operator[] = [
  {
    names: ['channel', 'stream'],
    isAbout: () => 'channel',
    async compile(term, { actor, bind, operands }) {
      const { stream, canSeeHistory, canSeeContent } = await operands.channel(actor, term.operand);
      return {
        ...message(term, `m.recipient_id = ${bind(stream.recipient_id)}`),
        opensHistory: canSeeHistory && !term.negated,
        isReadable: canSeeContent && !term.negated,
      };
    },
  },
  {
    names: ['topic'],
    compile(term, { bind }) {
      const topic = topicFromClient(textOperand(term.operand));
      // Direct messages have no topic, which is not the same as an empty one.
      const inChannel = topic === '' ? ` AND coalesce(um.flags, 0) & ${DIRECT_FLAG} = 0` : '';
      return message(term, `upper(m.topic) = upper(${bind(topic)})${inChannel}`);
    },
  },
  {
    names: ['dm', 'pm-with', 'pm_with'],
    isAbout: () => 'direct',
    async compile({ operand, negated }, { actor, bind, operands }) {
      const userIds = await operands.conversation(actor, operand);
      // NULL, when nobody began this conversation yet.
      const recipient = `(SELECT id FROM recipients
        WHERE realm_id = ${bind(actor.realmId)} AND user_ids = ${bind(userIds)}::integer[])`;
      return {
        sql: `m.recipient_id ${negated ? 'IS DISTINCT FROM' : '='} ${recipient}`,
        reads: 'message',
        isReadable: !negated,
      };
    },
  },
  {
    names: ['sender', 'from'],
    async compile(term, { actor, bind, operands }) {
      const userId = await operands.person(actor, term.operand);
      return message(term, `m.sender_id = ${bind(userId)}`);
    },
  },
  {
    names: ['id'],
    compile: (term, { bind }) => message(term, `m.id = ${bind(messageIdOperand(term.operand))}`),
  },
  {
    names: ['is'],
    isAbout: ({ operand }) => (DIRECT_OPERANDS.has(operand) ? 'direct' : undefined),
    compile(term) {
      const sql = IS_CONDITIONS.get(textOperand(term.operand));
      if (sql === undefined) throw badNarrow(`unknown operator "is:${textOperand(term.operand)}"`);
      return {
        sql: negatable(term, sql),
        reads: 'copy',
        closesHistory: true,
        isReadable: DIRECT_OPERANDS.has(term.operand) && !term.negated,
      };
    },
  },
  {
    // A hint for clients.
    names: ['near'],
    compile: () => undefined,
  },
];

const IS_CONDITIONS = new Map([
  ['dm', `um.flags & ${DIRECT_FLAG} <> 0`],
  ['private', `um.flags & ${DIRECT_FLAG} <> 0`],
  ['starred', `um.flags & ${MESSAGE_FLAGS.starred} <> 0`],
  ['unread', `um.flags & ${MESSAGE_FLAGS.read} = 0`],
  ['mentioned', `um.flags & ${MENTION_FLAGS} <> 0`],
]);

/** Both ask for direct messages. */
const DIRECT_OPERANDS = new Set<unknown>(['dm', 'private']);

const BY_NAME = new Map(
  OPERATORS.flatMap((operator) => operator.names.map((name) => [name, operator] as const)),
);

/** The meaning of a term's operator; throws BAD_NARROW when there is none of this name. */
export function operatorOf({ operator: name }: NarrowTerm): Operator {
  const operator = BY_NAME.get(name);
  if (!operator) throw badNarrow(`unknown operator "${name}"`);
  return operator;
}

function message(term: NarrowTerm, sql: string): Condition {
  return { sql: negatable(term, sql), reads: 'message' };
}

function negatable(term: NarrowTerm, sql: string): string {
  return term.negated ? `NOT (${sql})` : sql;
}
