// Compiles a narrow to SQL. Readers see the messages that they received, except in channels that they
// can no longer read; in a channel whose history they can read, all messages. Spectators see the
// messages of web-public channels.
import { Injectable } from '@nestjs/common';
import { StreamsAccess } from '#modules/streams/streams';
import { ApiError } from '#platform/http/api-error.js';
import { isSpectator, type Reader, type Spectator } from '#platform/http/actor.js';
import { NarrowOperands } from './narrow-operands.service.js';
import { type NarrowContext, operatorOf, WITH } from './narrow-operators.repository.js';
import {
  type Condition,
  historyQuery,
  narrowQuery,
  type NarrowQuery,
  NarrowValues,
  excludeRecipients,
  visibleQuery,
} from './narrow-query.repository.js';
import { badNarrow, type NarrowTermInput, type NarrowTerm, readTerm } from './narrow-terms.js';
import { ReadableStreams } from './readable-streams.service.js';

@Injectable()
export class NarrowService {
  constructor(
    private readonly streamsAccess: StreamsAccess,
    private readonly narrowOperands: NarrowOperands,
    private readonly readableStreams: ReadableStreams,
  ) {}

  /** Throws BAD_NARROW for invalid terms and for names of things hidden from the reader. */
  async compile(reader: Reader, input: NarrowTermInput[]): Promise<NarrowQuery> {
    const values = new NarrowValues(reader);
    const context = { reader, bind: values.bind, operands: this.narrowOperands };
    const terms = input.map(readTerm);
    if (isSpectator(reader)) checkSpectatorTerms(terms);
    const conditions = await this.conditions(terms, context);
    if (!isSpectator(reader) && !conditions.some(({ isReadable }) => isReadable)) {
      const unreadable = await this.readableStreams.unreadable(reader);
      if (unreadable.length > 0)
        conditions.push(excludeRecipients(unreadable, values.bind, conditions));
    }
    return narrowQuery(reader, conditions, values);
  }

  /** All messages that the reader can read. */
  async visible(reader: Reader): Promise<NarrowQuery> {
    if (isSpectator(reader)) return this.webPublic(reader);
    const visible = await this.streamsAccess.findVisible(reader);
    const unreadable = await this.readableStreams.unreadable(reader);
    const readable = visible
      .filter(({ canSeeHistory }) => canSeeHistory)
      .map(({ stream }) => stream.recipientId);
    return visibleQuery(reader, readable, unreadable);
  }

  private async webPublic(reader: Spectator): Promise<NarrowQuery> {
    const channels = await this.streamsAccess.findWebPublic(reader.realmId);
    return historyQuery(
      reader,
      channels.map(({ recipientId }) => recipientId),
    );
  }

  /** `with` replaces the terms that name a conversation if the reader can read its message. */
  private async conditions(terms: NarrowTerm[], context: NarrowContext): Promise<Condition[]> {
    const operators = terms.map((term) => ({ term, operator: operatorOf(term) }));
    const [named, ...others] = operators.filter(({ operator }) => operator === WITH);
    if (others.length > 0) throw badNarrow('"with" can be used only once');
    const conversation = named && (await WITH.compile(named.term, context));
    const remaining = operators.filter(
      ({ operator }) => operator !== WITH && !(conversation && operator.namesConversation),
    );
    refuseChannelWithDirect(remaining.map(({ term }) => term));
    const conditions: Condition[] = conversation ? [conversation] : [];
    for (const { term, operator } of remaining) {
      const condition = await operator.compile(term, context);
      if (condition) conditions.push(condition);
    }
    return conditions;
  }
}

function refuseChannelWithDirect(terms: NarrowTerm[]): void {
  const subjects = terms
    .filter(({ negated }) => !negated)
    .map((term) => operatorOf(term).isAbout?.(term.operand));
  if (subjects.includes('channel') && subjects.includes('direct')) {
    throw badNarrow('a message cannot be both in a channel and direct');
  }
}

/** Spectators must narrow to web-public channels. */
function checkSpectatorTerms(terms: NarrowTerm[]): void {
  const isWebPublic = ({ operator, operand, negated }: NarrowTerm): boolean =>
    (operator === 'channels' || operator === 'streams') && operand === 'web-public' && !negated;
  if (!terms.some(isWebPublic)) throw ApiError.unauthorized('This request needs an account');
  const refused = terms.find((term) => !operatorOf(term).isForSpectators?.(term.operand));
  if (refused) throw badNarrow(`"${refused.operator}" requires an account`);
}
