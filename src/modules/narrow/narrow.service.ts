// Compiles a narrow to SQL.
// A reader sees their own copies of messages, except for those in channels that they may no longer
// read; a channel whose history they may read shows all.
import { Injectable } from '@nestjs/common';
import { StreamsAccess } from '#modules/streams/streams.access.js';
import type { Actor } from '#platform/http/actor.js';
import { NarrowOperands } from './narrow-operands.service.js';
import { operatorOf } from './narrow-operators.repository.js';
import {
  type Condition,
  narrowQuery,
  type NarrowQuery,
  NarrowValues,
  outside,
  visibleQuery,
} from './narrow-query.repository.js';
import { badNarrow, type GivenTerm, type NarrowTerm, readTerm } from './narrow-terms.js';

export type { NarrowQuery } from './narrow-query.repository.js';
export { type GivenTerm, narrowProblem } from './narrow-terms.js';

@Injectable()
export class NarrowService {
  constructor(
    private readonly streams: StreamsAccess,
    private readonly operands: NarrowOperands,
  ) {}

  /** Throws BAD_NARROW for what can not be understood or names nothing that the actor may know. */
  async compile(actor: Actor, given: GivenTerm[]): Promise<NarrowQuery> {
    const terms = given.map(readTerm);
    refuseChannelWithDirect(terms);
    const values = new NarrowValues(actor.userId);
    const context = { actor, bind: values.bind, operands: this.operands };
    const conditions: Condition[] = [];
    for (const term of terms) {
      const condition = await operatorOf(term).compile(term, context);
      if (condition) conditions.push(condition);
    }
    if (!conditions.some(({ isReadable }) => isReadable)) {
      const closed = await this.streams.unreadableRecipients(actor);
      if (closed.length > 0) conditions.push(outside(closed, values.bind, conditions));
    }
    return narrowQuery(actor, conditions, values);
  }

  /** Everything that the actor may read: their own copies, and channels whose history is open. */
  async visible(actor: Actor): Promise<NarrowQuery> {
    const visible = await this.streams.visible(actor);
    const closed = await this.streams.unreadableRecipients(actor);
    const open = visible
      .filter(({ canSeeHistory }) => canSeeHistory)
      .map(({ stream }) => stream.recipient_id);
    return visibleQuery(actor, open, closed);
  }
}

function refuseChannelWithDirect(terms: NarrowTerm[]): void {
  const subjects = terms
    .filter(({ negated }) => !negated)
    .map((term) => operatorOf(term).isAbout?.(term));
  if (subjects.includes('channel') && subjects.includes('direct')) {
    throw badNarrow('a message is either in a channel or direct');
  }
}
