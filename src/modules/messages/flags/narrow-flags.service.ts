// Changes a flag of the messages of a narrow around an anchor. What was changed is told by the ids
// of the first and last message, from which a client goes on.
import { Injectable } from '@nestjs/common';
import { type AskedRange, type FoundRange, MessageRange } from '#modules/messages/fetch';
import { type GivenTerm, NarrowService } from '#modules/messages/narrow';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { type FlagChange, type FlagResult, MessageFlagsService } from './message-flags.service.js';

/** What one transaction may change, besides the anchor itself. */
const MAX_MESSAGES = 5000;

export interface NarrowFlagChange extends Pick<FlagChange, 'op' | 'flag'> {
  narrow: GivenTerm[];
  range: AskedRange;
}

export interface NarrowFlagResult extends FlagResult {
  /** Ascending, whether or not they have changed. */
  processedIds: number[];
  foundOldest: boolean;
  foundNewest: boolean;
}

@Injectable()
export class NarrowFlagsService {
  constructor(
    private readonly messageFlagsService: MessageFlagsService,
    private readonly narrowService: NarrowService,
    private readonly messageRange: MessageRange,
  ) {}

  /** Looks at fewer messages when more are asked for than can be changed at once. */
  async update(
    actor: Actor,
    { op, flag, narrow, range }: NarrowFlagChange,
  ): Promise<NarrowFlagResult> {
    const { numBefore, numAfter } = range;
    if (range.anchor === 'date') throw ApiError.badRequest('A date can not be the anchor here');
    if (numBefore > 0 && numAfter > 0 && !range.includeAnchor) {
      throw ApiError.badRequest(
        'The anchor can only be excluded when messages of one side of it are asked for',
      );
    }
    const query = await this.narrowService.compile(actor, narrow);
    let result: Omit<FoundRange, 'anchor'> = { found: [], foundOldest: false, foundNewest: false };
    const { updated, ignoredStreamIds } = await this.messageFlagsService.updateFound(
      actor,
      { op, flag },
      async () => {
        result = await this.messageRange.find(actor, query, { ...range, ...lowered(range) });
        return result.found.map(({ id }) => id);
      },
    );
    return {
      updated,
      ignoredStreamIds,
      processedIds: result.found.map(({ id }) => id).toSorted((a, b) => a - b),
      foundOldest: result.foundOldest,
      foundNewest: result.foundNewest,
    };
  }
}

/** A side gives away only what the other one leaves of its half. */
function lowered({ numBefore, numAfter }: AskedRange): { numBefore: number; numAfter: number } {
  const half = MAX_MESSAGES / 2;
  const before = Math.min(numBefore, MAX_MESSAGES - Math.min(numAfter, half));
  return { numBefore: before, numAfter: Math.min(numAfter, MAX_MESSAGES - before) };
}
