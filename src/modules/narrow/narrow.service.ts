// Compiles a narrow to SQL: each operator in one place, each independent of the others.
// A reader sees their own copies of messages; a channel whose history they may read shows all.
import { Injectable } from '@nestjs/common';
import { MESSAGE_FLAGS } from '#modules/messages/message-flags.view.js';
import { type AccessedStream, StreamsAccess } from '#modules/streams/streams.access.js';
import { UsersService } from '#modules/users/users.service.js';
import type { Actor } from '#platform/http/actor.js';
import { badNarrow, type GivenTerm, type NarrowTerm, parseNarrow } from './narrow-terms.js';

export { type GivenTerm, narrowProblem } from './narrow-terms.js';

/** The parts of a SELECT over the messages of a narrow. */
export interface NarrowQuery {
  /** The message's id and the reader's flags. */
  columns: string;
  /** `FROM … WHERE …`, to which conditions can be added with AND. */
  from: string;
  /** The id in the table that an index walks in order. */
  id: string;
  values: unknown[];
}

const IS_CONDITIONS: Record<string, string> = {
  dm: 'r.stream_id IS NULL',
  private: 'r.stream_id IS NULL',
  starred: `um.flags & ${MESSAGE_FLAGS.starred} <> 0`,
  unread: `um.flags & ${MESSAGE_FLAGS.read} = 0`,
  mentioned: 'um.flags & 120 <> 0',
};

interface Condition {
  sql: string;
  /** Tables besides `um` that the condition reads. */
  needs: 'copy' | 'message' | 'recipient';
}

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
    const values: unknown[] = [actor.userId, actor.realmId];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const conditions: Condition[] = [];
    let history = false;
    for (const term of terms) {
      if (term.operator === 'near') continue;
      if (term.operator === 'channel') {
        const accessed = await this.channel(actor, term);
        if (!term.negated && accessed.canSeeHistory) history = true;
        conditions.push(
          negatable(term, `m.recipient_id = ${bind(accessed.stream.recipient_id)}`, 'message'),
        );
        continue;
      }
      conditions.push(await this.condition(actor, term, bind));
    }
    if (terms.some(({ operator }) => operator === 'is')) history = false;
    return assemble(conditions, history, values);
  }

  /** Everything that the actor may read: their own copies, and channels whose history is open. */
  async visible(actor: Actor): Promise<NarrowQuery> {
    const visible = await this.streams.visible(actor);
    const open = visible
      .filter(({ canSeeHistory }) => canSeeHistory)
      .map(({ stream }) => stream.recipient_id);
    return {
      columns: 'm.id, um.flags',
      from: `FROM messages m
        LEFT JOIN user_messages um ON um.message_id = m.id AND um.user_id = $1
        WHERE m.realm_id = $2
          AND (um.message_id IS NOT NULL OR m.recipient_id = ANY($3::integer[]))`,
      id: 'm.id',
      values: [actor.userId, actor.realmId, open],
    };
  }

  private async condition(
    actor: Actor,
    term: NarrowTerm,
    bind: (value: unknown) => string,
  ): Promise<Condition> {
    switch (term.operator) {
      case 'topic':
        return negatable(term, `upper(m.topic) = upper(${bind(String(term.operand))})`, 'message');
      case 'sender':
        return negatable(
          term,
          `m.sender_id = ${bind(await this.person(actor, term.operand))}`,
          'message',
        );
      case 'id':
        return negatable(term, `m.id = ${bind(messageId(term))}`, 'message');
      case 'is': {
        const sql = IS_CONDITIONS[String(term.operand)];
        if (sql === undefined) throw badNarrow(`unknown operand "is:${String(term.operand)}"`);
        return negatable(term, sql, sql.startsWith('r.') ? 'recipient' : 'copy');
      }
      case 'dm': {
        const userIds = await this.conversation(actor, term);
        return negatable(
          term,
          `m.recipient_id IN (SELECT id FROM recipients WHERE realm_id = $2 AND user_ids = ${bind(userIds)}::integer[])`,
          'message',
        );
      }
      case 'channel':
      case 'near':
        throw new Error(`${term.operator} is handled by compile`);
    }
  }

  private async channel(actor: Actor, { operand }: NarrowTerm): Promise<AccessedStream> {
    if (Array.isArray(operand)) throw badNarrow('a channel is a name or an ID');
    const accessed =
      typeof operand === 'number'
        ? await this.streams.findById(actor, operand)
        : await this.streams.findByName(actor, operand);
    if (!accessed) throw badNarrow(`unknown channel ${operand}`);
    return accessed;
  }

  private async person(actor: Actor, operand: NarrowTerm['operand']): Promise<number> {
    const [userId] = Array.isArray(operand) ? [] : await this.people(actor, operand);
    if (userId === undefined) throw badNarrow(`unknown user ${String(operand)}`);
    return userId;
  }

  /** The sorted ids of the people of a direct conversation, the actor among them. */
  private async conversation(actor: Actor, { operand }: NarrowTerm): Promise<number[]> {
    const userIds = await this.people(actor, operand);
    return [...new Set([...userIds, actor.userId])].sort((a, b) => a - b);
  }

  private async people(actor: Actor, operand: NarrowTerm['operand']): Promise<number[]> {
    const names =
      typeof operand === 'string'
        ? operand.split(',').map((name) => name.trim())
        : [operand].flat().map(String);
    const isId = names.every((name) => /^\d{1,9}$/.test(name));
    const found = isId
      ? await this.users.findByIds(actor.realmId, names.map(Number))
      : await this.users.findByEmails(actor.realmId, names);
    if (found.length !== new Set(names.map((name) => name.toLowerCase())).size) {
      throw badNarrow(`unknown user in ${names.join(', ')}`);
    }
    return found.map(({ id }) => id);
  }
}

function negatable(term: NarrowTerm, sql: string, needs: Condition['needs']): Condition {
  return { sql: term.negated ? `NOT (${sql})` : sql, needs };
}

function refuseChannelWithDirect(terms: NarrowTerm[]): void {
  const positive = terms.filter(({ negated }) => !negated);
  const isDirect = ({ operator, operand }: NarrowTerm): boolean =>
    operator === 'dm' || (operator === 'is' && (operand === 'dm' || operand === 'private'));
  if (positive.some(({ operator }) => operator === 'channel') && positive.some(isDirect)) {
    throw badNarrow('a message is either in a channel or direct');
  }
}

function messageId({ operand }: NarrowTerm): number {
  const id = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : operand;
  if (typeof id !== 'number' || id < 0) throw badNarrow('a message ID is a positive number');
  return id;
}

/** Joins only what the conditions read, so that the plan can walk the best index for each narrow. */
function assemble(conditions: Condition[], history: boolean, values: unknown[]): NarrowQuery {
  const needsRecipient = conditions.some(({ needs }) => needs === 'recipient');
  const needsMessage =
    history || needsRecipient || conditions.some(({ needs }) => needs === 'message');
  const where = conditions.map(({ sql }) => ` AND (${sql})`).join('');
  const recipients = needsRecipient ? ' JOIN recipients r ON r.id = m.recipient_id' : '';
  if (history) {
    return {
      columns: 'm.id, um.flags',
      from: `FROM messages m
        LEFT JOIN user_messages um ON um.message_id = m.id AND um.user_id = $1${recipients}
        WHERE m.realm_id = $2${where}`,
      id: 'm.id',
      values,
    };
  }
  if (needsMessage) {
    return {
      columns: 'm.id, um.flags',
      from: `FROM user_messages um JOIN messages m ON m.id = um.message_id${recipients}
        WHERE um.user_id = $1 AND m.realm_id = $2${where}`,
      id: 'm.id',
      values,
    };
  }
  return {
    columns: 'um.message_id AS id, um.flags',
    from: `FROM user_messages um JOIN messages m ON m.id = um.message_id
      WHERE um.user_id = $1 AND m.realm_id = $2${where}`,
    id: 'um.message_id',
    values,
  };
}
