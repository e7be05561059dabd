// Which messages of a narrow are around an anchor.
import { Injectable } from '@nestjs/common';
import type { NarrowQuery } from '#modules/messages/narrow';
import { parseTime } from '#platform/clock.js';
import { isSpectator, type Reader } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import {
  type AnchorRange,
  type FetchedRow,
  type FoundMessage,
  MessagesRepository,
  type Texts,
} from './fetch-messages.repository.js';

/** Larger than any message id; stands for the newest message. */
const NEWEST = 10_000_000_000_000_000;
const OLDEST = 0;

export interface AskedRange {
  /** A name or a message id. */
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
  /** The id that the anchor stood for. */
  anchor: number;
}

@Injectable()
export class MessageRange {
  constructor(private readonly messagesRepository: MessagesRepository) {}

  find(reader: Reader, narrow: NarrowQuery, asked: AskedRange): Promise<FoundRange> {
    return this.around(reader, narrow, asked, (range) =>
      this.messagesRepository.findAround(narrow, range),
    );
  }

  /** The messages in full, ascending. */
  fetch(
    reader: Reader,
    narrow: NarrowQuery,
    asked: AskedRange,
    texts: Texts,
  ): Promise<FoundRange<FetchedRow>> {
    return this.around(reader, narrow, asked, (range) =>
      this.messagesRepository.fetchAround(narrow, range, texts),
    );
  }

  private async around<Found extends FoundMessage>(
    reader: Reader,
    narrow: NarrowQuery,
    asked: AskedRange,
    read: (range: AnchorRange) => Promise<Found[]>,
  ): Promise<FoundRange<Found>> {
    const anchor = await this.anchorId(reader, narrow, asked);
    const before = anchor <= OLDEST ? 0 : asked.numBefore;
    const after = anchor >= NEWEST ? 0 : asked.numAfter;
    const found = await read({
      anchor,
      includeAnchor: asked.includeAnchor,
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

  private async anchorId(reader: Reader, narrow: NarrowQuery, asked: AskedRange): Promise<number> {
    switch (asked.anchor) {
      case undefined:
        throw ApiError.badRequest("Missing 'anchor' argument.");
      case 'newest':
        return NEWEST;
      case 'oldest':
        return OLDEST;
      case 'first_unread':
        if (isSpectator(reader)) return NEWEST;
        return (await this.messagesRepository.firstUnreadId(narrow)) ?? NEWEST;
      case 'date': {
        const since = anchorDate(asked.anchorDate);
        return (
          (await this.messagesRepository.firstIdSince(reader.realmId, narrow, since)) ?? NEWEST
        );
      }
      default:
        if (!/^-?\d+$/.test(asked.anchor))
          throw ApiError.badRequest('anchor is not a message ID or a name');
        return Math.min(Math.max(Number(asked.anchor), OLDEST), NEWEST);
    }
  }
}

function anchorDate(given: string | undefined): Date {
  if (given === undefined) throw ApiError.missingParameter('anchor_date');
  const time = parseTime(given);
  if (!time) throw ApiError.badRequest('anchor_date is not a date or moment in ISO 8601');
  return time;
}
