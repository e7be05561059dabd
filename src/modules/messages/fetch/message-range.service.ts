// The messages of a narrow around an anchor, which is a message id or a name such as `first_unread`.
import { Injectable } from '@nestjs/common';
import type { NarrowQuery } from '#modules/messages/narrow';
import { parseTime } from '#platform/clock.js';
import { isSpectator, type Reader } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import {
  type AnchorRange,
  type FetchedMessage,
  type FoundMessage,
  FetchMessagesRepository,
  type Texts,
} from './fetch-messages.repository.js';

/** Larger than any message id. */
const NEWEST = 10_000_000_000_000_000;
const OLDEST = 0;

export interface AnchorInput {
  /** A message id or a name. */
  anchor: string | undefined;
  /** For the anchor `date`. */
  anchorDate?: string | undefined;
  includeAnchor: boolean;
  numBefore: number;
  numAfter: number;
}

export interface FoundRange<Found extends FoundMessage = FoundMessage> {
  found: Found[];
  foundOldest: boolean;
  foundNewest: boolean;
  /** The message id of the anchor. */
  anchor: number;
}

@Injectable()
export class MessageRange {
  constructor(private readonly fetchMessagesRepository: FetchMessagesRepository) {}

  find(reader: Reader, narrow: NarrowQuery, input: AnchorInput): Promise<FoundRange> {
    return this.around(reader, narrow, input, (range) =>
      this.fetchMessagesRepository.findAround(narrow, range),
    );
  }

  /**
   * Returns the messages with all columns, ascending. If the statement of a narrow is not prepared, it finds only
   * the ids, and a second, prepared statement reads the columns.
   */
  async fetch(
    reader: Reader,
    narrow: NarrowQuery,
    input: AnchorInput,
    texts: Texts,
  ): Promise<FoundRange<FetchedMessage>> {
    if (narrow.hasOnePlan || !narrow.readsMessages) {
      return this.around(reader, narrow, input, (range) =>
        this.fetchMessagesRepository.fetchAround(narrow, range, texts),
      );
    }
    const range = await this.find(reader, narrow, input);
    const found = await this.fetchMessagesRepository.fetchFound(range.found, range.anchor, texts);
    return { ...range, found };
  }

  private async around<Found extends FoundMessage>(
    reader: Reader,
    narrow: NarrowQuery,
    input: AnchorInput,
    read: (range: AnchorRange) => Promise<Found[]>,
  ): Promise<FoundRange<Found>> {
    const anchor = await this.anchorId(reader, narrow, input);
    const before = anchor <= OLDEST ? 0 : input.numBefore;
    const after = anchor >= NEWEST ? 0 : input.numAfter;
    const found = await read({
      anchor,
      includeAnchor: input.includeAnchor,
      before,
      after,
    });
    return {
      found,
      foundOldest: anchor <= OLDEST || found.filter(({ id }) => id < anchor).length < before,
      foundNewest: anchor >= NEWEST || found.filter(({ id }) => id > anchor).length < after,
      anchor,
    };
  }

  private async anchorId(reader: Reader, narrow: NarrowQuery, input: AnchorInput): Promise<number> {
    switch (input.anchor) {
      case undefined:
        throw ApiError.badRequest("Missing 'anchor' argument.");
      case 'newest':
        return NEWEST;
      case 'oldest':
        return OLDEST;
      case 'first_unread':
        if (isSpectator(reader)) return NEWEST;
        return (await this.fetchMessagesRepository.firstUnreadId(narrow)) ?? NEWEST;
      case 'date': {
        const since = anchorDate(input.anchorDate);
        return (
          (await this.fetchMessagesRepository.firstIdSince(reader.realmId, narrow, since)) ?? NEWEST
        );
      }
      default:
        if (!/^-?\d+$/.test(input.anchor))
          throw ApiError.badRequest('anchor must be a message ID or the name of an anchor');
        return Math.min(Math.max(Number(input.anchor), OLDEST), NEWEST);
    }
  }
}

/** Without its anchor, a range has messages of one side only. */
export function checkAnchorIncluded(input: Omit<AnchorInput, 'anchor'>): void {
  if (input.includeAnchor || input.numBefore === 0 || input.numAfter === 0) return;
  throw ApiError.badRequest(
    'The anchor can be excluded only if messages on one side of it are requested',
  );
}

function anchorDate(input: string | undefined): Date {
  if (input === undefined) throw ApiError.missingParameter('anchor_date');
  const time = parseTime(input);
  if (!time) throw ApiError.badRequest('anchor_date is not a date or moment in ISO 8601');
  return time;
}
