// The operators of narrows: names, operands and SQL of each, independent of the others. In SQL, `m` is
// the message, `um` the reader's user message, whose columns are NULL when the reader did not receive
// the message, and $1 the reader's id.
import { parseSearch, searchPatterns, searchQuery } from '#modules/messages/search';
import { DIRECT_FLAG, MENTION_FLAGS, MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { topicFromClient } from '#modules/streams/streams';
import { VISIBILITY_POLICIES } from '#modules/streams/user-topics';
import { type Actor, isSpectator, type Reader } from '#platform/http/actor.js';
import { messageIdOperand, type NarrowOperands, textOperand } from './narrow-operands.service.js';
import type { Bind, Condition } from './narrow-query.repository.js';
import { badNarrow, type NarrowOperand, type NarrowTerm } from './narrow-terms.js';
import type { TopicWithPolicy } from './narrow.repository.js';

export interface NarrowContext {
  reader: Reader;
  bind: Bind;
  operands: NarrowOperands;
}

/** Undefined for a term without effect. */
type Compiled = Condition | undefined;

interface Operator {
  /** All accepted spellings. */
  names: readonly string[];
  /** The kind of message that a term selects; terms of different kinds exclude each other. */
  isAbout?: (operand: NarrowOperand) => 'channel' | 'direct' | undefined;
  /** Whether a term names a conversation or a topic, which `with` replaces. */
  namesConversation?: boolean;
  /** Whether spectators may use it. */
  isForSpectators?: (operand: NarrowOperand) => boolean;
  compile: (term: NarrowTerm, context: NarrowContext) => Compiled | Promise<Compiled>;
}

const always = (): boolean => true;

/** The conversation that contains a message, also after moves. */
export const WITH: Operator = {
  names: ['with'],
  isForSpectators: always,
  async compile({ operand, negated }, { reader, bind, operands }) {
    if (negated) throw badNarrow('"with" cannot be negated');
    const target = await operands.conversationOf(reader, messageIdOperand(operand));
    if (!target) return undefined;
    const conversation = `m.recipient_id = ${bind(target.recipientId)}`;
    return {
      sql:
        target.topic === undefined
          ? conversation
          : `${conversation} AND ${isTopic(target.topic, bind)}`,
      reads: 'message',
      opensHistory: target.canSeeHistory,
      isReadable: true,
      isIndexed: true,
    };
  },
};

const OPERATORS: Operator[] = [
  {
    names: ['channel', 'stream'],
    isAbout: () => 'channel',
    namesConversation: true,
    isForSpectators: always,
    async compile(term, { reader, bind, operands }) {
      const channel = await operands.channel(reader, term.operand);
      return {
        ...message(term, `m.recipient_id = ${bind(channel.recipientId)}`),
        opensHistory: channel.canSeeHistory && !term.negated,
        isReadable: channel.canSeeContent && !term.negated,
        isIndexed: !term.negated,
      };
    },
  },
  {
    names: ['channels', 'streams'],
    isAbout: () => 'channel',
    isForSpectators: always,
    async compile(term, { reader, bind, operands }) {
      const channels = await operands.channels(reader, term.operand);
      return {
        ...message(term, isAt(channels, bind)),
        // Readers of a public channel can read its history.
        opensHistory: term.operand !== 'archived' && !term.negated,
      };
    },
  },
  {
    names: ['topic'],
    namesConversation: true,
    isForSpectators: always,
    compile(term, { bind }) {
      const topic = topicFromClient(textOperand(term.operand));
      return { ...message(term, isTopic(topic, bind)), isIndexed: !term.negated };
    },
  },
  {
    names: ['dm', 'pm-with', 'pm_with'],
    isAbout: () => 'direct',
    namesConversation: true,
    async compile({ operand, negated }, context) {
      const userIds = await context.operands.conversation(actorOf(context), operand);
      // NULL for a conversation without messages.
      const recipient = `(SELECT id FROM recipients
        WHERE realm_id = ${context.bind(context.reader.realmId)}
          AND user_ids = ${context.bind(userIds)}::integer[])`;
      return {
        sql: `m.recipient_id ${negated ? 'IS DISTINCT FROM' : '='} ${recipient}`,
        reads: 'message',
        isReadable: !negated,
        isIndexed: !negated,
      };
    },
  },
  {
    names: ['dm-including', 'dm_including'],
    isAbout: () => 'direct',
    compile: (term, context) => conversationsWith(term, context, { atLeast: 1 }),
  },
  {
    // The older operator: group conversations only.
    names: ['group-pm-with', 'group_pm_with'],
    isAbout: () => 'direct',
    compile: (term, context) => conversationsWith(term, context, { atLeast: 3 }),
  },
  {
    names: ['sender', 'from'],
    isForSpectators: always,
    async compile(term, { reader, bind, operands }) {
      const userId = await operands.user(reader, term.operand);
      return message(term, `m.sender_id = ${bind(userId)}`);
    },
  },
  {
    names: ['mentions'],
    async compile(term, context) {
      const userId = await context.operands.user(context.reader, term.operand);
      // Restricted to mentions, so that their index applies.
      const mentions = `SELECT c.message_id FROM user_messages c
        WHERE c.user_id = ${context.bind(userId)} AND c.flags & ${MENTION_FLAGS} <> 0
          AND c.flags & ${MESSAGE_FLAGS.mentioned} <> 0`;
      return message(term, `m.id IN (${mentions})`);
    },
  },
  {
    names: ['id'],
    isForSpectators: always,
    compile: (term, { bind }) => message(term, `m.id = ${bind(messageIdOperand(term.operand))}`),
  },
  {
    names: ['is'],
    isAbout: (operand) => (DIRECT_OPERANDS.has(operand) ? 'direct' : undefined),
    isForSpectators: (operand) => operand === 'resolved',
    async compile(term, context) {
      const { sql, reads } = await oneOf(IS, 'is', term.operand)(context);
      return {
        sql: negatable(term, sql),
        reads,
        closesHistory: !OF_TOPICS.has(term.operand),
        isReadable: DIRECT_OPERANDS.has(term.operand) && !term.negated,
      };
    },
  },
  {
    names: ['in'],
    async compile(term, context) {
      return message(term, await oneOf(IN, 'in', term.operand)(context));
    },
  },
  {
    names: ['has'],
    isForSpectators: always,
    compile: (term) => message(term, oneOf(HAS, 'has', term.operand)),
  },
  {
    names: ['search'],
    isForSpectators: always,
    compile(term, { bind }) {
      const search = parseSearch(textOperand(term.operand));
      if (!search) throw badNarrow('the search is too long');
      const words = searchQuery(search);
      const conditions = [
        ...(words === undefined ? [] : [`m.search_vector @@ ${bind(words)}::tsquery`]),
        ...searchPatterns(search)
          .map(bind)
          .map((p) => `(m.content ILIKE ${p} OR m.topic ILIKE ${p})`),
      ];
      const sql = conditions.length > 0 ? conditions.join(' AND ') : 'true';
      return { ...message(term, sql), ...(term.negated ? {} : { search }) };
    },
  },
  {
    // A hint for clients.
    names: ['near'],
    isForSpectators: always,
    compile: () => undefined,
  },
  WITH,
];

const flagged = (flags: number) => (): Condition => ({
  sql: `um.flags & ${flags} <> 0`,
  reads: 'userMessage',
});

const IS: Record<string, (context: NarrowContext) => Condition | Promise<Condition>> = {
  dm: flagged(DIRECT_FLAG),
  private: flagged(DIRECT_FLAG),
  starred: flagged(MESSAGE_FLAGS.starred),
  mentioned: flagged(MENTION_FLAGS),
  alerted: flagged(MESSAGE_FLAGS.has_alert_word),
  unread: () => ({ sql: `um.flags & ${MESSAGE_FLAGS.read} = 0`, reads: 'userMessage' }),
  resolved: () => ({ sql: `m.topic LIKE '✔ %'`, reads: 'message' }),
  async followed(context) {
    const followed = await context.operands.topics(actorOf(context), [
      VISIBILITY_POLICIES.followed,
    ]);
    return { sql: isOneOf(followed, context.bind), reads: 'message' };
  },
  muted: async (context) => ({ sql: await isMuted(context), reads: 'message' }),
};

/** Operands that select direct messages. */
const DIRECT_OPERANDS = new Set<NarrowOperand>(['dm', 'private']);

/** Operands that do not depend on the flags of the user message. */
const OF_TOPICS = new Set<NarrowOperand>(['resolved', 'followed']);

const IN: Record<string, (context: NarrowContext) => string | Promise<string>> = {
  home: async (context) => `NOT (${await isMuted(context)})`,
  all: () => 'true',
};

const HAS: Record<string, string> = {
  link: 'm.has_link',
  image: 'm.has_image',
  attachment: 'm.has_attachment',
  reaction: 'EXISTS (SELECT FROM reactions e WHERE e.message_id = m.id)',
};

const BY_NAME = new Map(
  OPERATORS.flatMap((operator) => operator.names.map((name) => [name, operator] as const)),
);

/** Throws BAD_NARROW for an unknown operator. */
export function operatorOf({ operator: name }: NarrowTerm): Operator {
  const operator = BY_NAME.get(name);
  if (!operator) throw badNarrow(`unknown operator "${name}"`);
  return operator;
}

function oneOf<Meaning>(
  known: Record<string, Meaning>,
  operator: string,
  operand: NarrowOperand,
): Meaning {
  const name = textOperand(operand);
  if (!Object.hasOwn(known, name)) throw badNarrow(`unknown operator "${operator}:${name}"`);
  return known[name]!;
}

function actorOf({ reader }: NarrowContext): Actor {
  if (isSpectator(reader)) throw badNarrow('an account is required');
  return reader;
}

function isTopic(topic: string, bind: Bind): string {
  // Direct messages also have an empty string here, but no topic.
  const inChannel =
    topic === ''
      ? ' AND EXISTS (SELECT FROM recipients r WHERE r.id = m.recipient_id AND r.stream_id IS NOT NULL)'
      : '';
  return `upper(m.topic) = upper(${bind(topic)})${inChannel}`;
}

async function conversationsWith(
  term: NarrowTerm,
  context: NarrowContext,
  options: { atLeast: number },
): Promise<Condition> {
  const { bind, operands } = context;
  const conversations = await operands.conversationsWith(actorOf(context), term.operand, options);
  const sql = isAt(conversations, bind);
  return term.negated
    ? message(term, sql)
    : // Redundant, but lets PostgreSQL use the index of direct messages.
      { sql: `${sql} AND um.flags & ${DIRECT_FLAG} <> 0`, reads: 'message', isReadable: true };
}

/**
 * Topics are muted by their policy, or with their channel if they have none. Omits empty lists: an OR of
 * both conditions has no index, each of them alone has.
 */
async function isMuted(context: NarrowContext): Promise<string> {
  const { bind, operands } = context;
  const actor = actorOf(context);
  const channels = await operands.mutedChannels(actor);
  const { muted, unmuted, followed } = VISIBILITY_POLICIES;
  const topics = await operands.topics(actor, [muted, unmuted, followed]);
  const quiet = topics.filter(({ policy }) => policy === muted);
  const loud = topics.filter(
    ({ policy, recipientId }) => policy !== muted && channels.includes(recipientId),
  );
  const conditions = [
    quiet.length > 0 && isOneOf(quiet, bind),
    channels.length > 0 &&
      isAt(channels, bind) + (loud.length > 0 ? ` AND NOT ${isOneOf(loud, bind)}` : ''),
  ].filter((sql) => sql !== false);
  return conditions.length > 0 ? conditions.join(' OR ') : 'false';
}

function isOneOf(topics: TopicWithPolicy[], bind: Bind): string {
  const recipients = bind(topics.map(({ recipientId }) => recipientId));
  const names = bind(topics.map(({ topic }) => topic));
  return `(m.recipient_id, upper(m.topic)) IN (
    SELECT t.recipient_id, upper(t.topic)
    FROM unnest(${recipients}::integer[], ${names}::text[]) AS t (recipient_id, topic))`;
}

function isAt(recipientIds: number[], bind: Bind): string {
  return `m.recipient_id = ANY(${bind(recipientIds)}::integer[])`;
}

function message(term: NarrowTerm, sql: string): Condition {
  return { sql: negatable(term, sql), reads: 'message' };
}

function negatable(term: NarrowTerm, sql: string): string {
  return term.negated ? `NOT (${sql})` : sql;
}
