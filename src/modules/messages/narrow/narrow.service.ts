// Compiles a narrow to SQL.
// A reader sees their own copies of messages, except for those in channels that they may no longer
// read; a channel whose history they may read shows all. Who has no account sees web-public channels.
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
  outside,
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

  /** Throws BAD_NARROW for what cannot be understood or names nothing that the reader may know. */
  async compile(reader: Reader, given: NarrowTermInput[]): Promise<NarrowQuery> {
    const values = new NarrowValues(reader);
    const context = { reader, bind: values.bind, operands: this.narrowOperands };
    const terms = given.map(readTerm);
    if (isSpectator(reader)) checkSpectatorTerms(terms);
    const conditions = await this.conditions(terms, context);
    if (!isSpectator(reader) && !conditions.some(({ isReadable }) => isReadable)) {
      const closed = await this.readableStreams.unreadable(reader);
      if (closed.length > 0) conditions.push(outside(closed, values.bind, conditions));
    }
    return narrowQuery(reader, conditions, values);
  }

  /** Everything that the reader may see: own copies, and channels whose history is open. */
  async visible(reader: Reader): Promise<NarrowQuery> {
    if (isSpectator(reader)) return this.webPublic(reader);
    const visible = await this.streamsAccess.findVisible(reader);
    const closed = await this.readableStreams.unreadable(reader);
    const open = visible
      .filter(({ canSeeHistory }) => canSeeHistory)
      .map(({ stream }) => stream.recipient_id);
    return visibleQuery(reader, open, closed);
  }

  private async webPublic(reader: Spectator): Promise<NarrowQuery> {
    const channels = await this.streamsAccess.findWebPublic(reader.realmId);
    return historyQuery(
      reader,
      channels.map(({ recipient_id }) => recipient_id),
    );
  }

  /** `with` names the conversation, if the reader may see its message. */
  private async conditions(terms: NarrowTerm[], context: NarrowContext): Promise<Condition[]> {
    const operators = terms.map((term) => ({ term, operator: operatorOf(term) }));
    const [named, ...others] = operators.filter(({ operator }) => operator === WITH);
    if (others.length > 0) throw badNarrow('"with" can stand only once');
    const place = named && (await WITH.compile(named.term, context));
    const remaining = operators.filter(
      ({ operator }) => operator !== WITH && !(place && operator.isPlace),
    );
    refuseChannelWithDirect(remaining.map(({ term }) => term));
    const conditions: Condition[] = place ? [place] : [];
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
    throw badNarrow('a message is either in a channel or direct');
  }
}

/** Without an account, one has to ask for web-public channels. */
function checkSpectatorTerms(terms: NarrowTerm[]): void {
  const isWebPublic = ({ operator, operand, negated }: NarrowTerm): boolean =>
    (operator === 'channels' || operator === 'streams') && operand === 'web-public' && !negated;
  if (!terms.some(isWebPublic)) throw ApiError.unauthorized('This request needs an account');
  const refused = terms.find((term) => !operatorOf(term).isForSpectators?.(term.operand));
  if (refused) throw badNarrow(`"${refused.operator}" needs an account`);
}
