// Fetches messages: of a narrow around an anchor, or by id.
import { Injectable } from '@nestjs/common';
import { invalidMessage, type MessageForm } from '#modules/messages/messages';
import { type NarrowTermInput, type NarrowQuery, NarrowService } from '#modules/messages/narrow';
import type { Search } from '#modules/messages/search';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, isSpectator, type Reader } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { KeyedLimit } from '#platform/keyed-limit.js';
import { type Json, ReadyJson, toJson } from '#platform/http/ready-json.js';
import { TimeSlices } from '#platform/time-slices.js';
import type { GetMessagesDto } from './fetch-messages.dto.js';
import {
  type FetchedMessage,
  FetchMessagesRepository,
  type Texts,
} from './fetch-messages.repository.js';
import { type Match, MAX_LENGTH } from './fetched-message.view.js';
import { type AnchorInput, checkAnchorIncluded, MessageRange } from './message-range.service.js';
import { MessageViews } from './message-views.service.js';

/** The most messages of one response, besides the anchor. */
const MAX_MESSAGES = 5000;

/** Fetches of many messages that a process builds at once: each takes a multiple of its response in memory. */
const LARGE_AT_ONCE = 4;
const MANY_MESSAGES = 100;

export interface FoundMessages {
  messages: ReadyJson<Schema<'Message'>[]>;
  foundAnchor: boolean;
  foundOldest: boolean;
  foundNewest: boolean;
  /** Absent when messages were requested by id. */
  anchor?: number;
}

interface ShownMessage {
  id: number;
  json: Json<Schema<'Message'>>;
}

@Injectable()
export class FetchMessagesService {
  private readonly largeFetches = new KeyedLimit<'large'>(LARGE_AT_ONCE);

  constructor(
    private readonly fetchMessagesRepository: FetchMessagesRepository,
    private readonly narrowService: NarrowService,
    private readonly messageRange: MessageRange,
    private readonly realmsService: RealmsService,
    private readonly messageViews: MessageViews,
  ) {}

  async around(reader: Reader, input: GetMessagesDto, form: MessageForm): Promise<FoundMessages> {
    await this.checkSpectators(reader);
    const narrow = await this.narrowService.compile(reader, input.narrow);
    const range = anchorInput(input);
    const texts = textsFor(form, narrow);
    return this.limited(range.numBefore + range.numAfter, async () => {
      const { found, anchor, ...ends } = await this.messageRange.fetch(
        reader,
        narrow,
        range,
        texts,
      );
      const nearest = found.toSorted((a, b) => Math.abs(a.id - anchor) - Math.abs(b.id - anchor));
      const shown = await this.shown(reader, nearest, form, narrow.searches);
      const omitted = nearest.slice(shown.length);
      return {
        messages: this.inOrder(reader, form, narrow, shown),
        anchor,
        foundAnchor: shown.some(({ id }) => id === anchor),
        foundOldest: ends.foundOldest && !omitted.some(({ id }) => id < anchor),
        foundNewest: ends.foundNewest && !omitted.some(({ id }) => id > anchor),
      };
    });
  }

  /**
   * Leaves out messages that do not exist or that the reader cannot read, and the oldest ones beyond
   * MAX_LENGTH.
   */
  async byIds(
    reader: Reader,
    { message_ids: ids = [], ...rest }: GetMessagesDto,
    form: MessageForm,
  ): Promise<FoundMessages> {
    await this.checkSpectators(reader);
    refuseRange(rest);
    if (ids.length > MAX_MESSAGES) throw tooMany();
    const narrow = await this.narrowService.visible(reader);
    return this.limited(ids.length, async () => {
      const found = await this.fetchMessagesRepository.fetchByIds(
        narrow,
        [...new Set(ids)],
        textsFor(form, narrow),
      );
      const shown = await this.shown(reader, found.toReversed(), form, narrow.searches);
      return {
        messages: this.inOrder(reader, form, narrow, shown),
        foundAnchor: false,
        foundOldest: false,
        foundNewest: false,
      };
    });
  }

  /** Throws the same for a message that does not exist and one that the reader cannot read. */
  async byId(
    reader: Reader,
    id: number,
    form: MessageForm,
  ): Promise<{ message: Schema<'Message'>; rawContent: string }> {
    await this.checkSpectators(reader);
    const conversation: NarrowTermInput = { operator: 'with', operand: id };
    const terms: NarrowTermInput[] = isSpectator(reader)
      ? [['channels', 'web-public'], conversation]
      : [conversation];
    const narrow = await this.narrowService.compile(reader, terms);
    const [row] = await this.fetchMessagesRepository.fetchByIds(narrow, [id], 'both');
    if (!row) {
      throw isSpectator(reader)
        ? ApiError.unauthorized('This request needs an account')
        : invalidMessage();
    }
    const viewOf = await this.messageViews.prepare(reader, [row], form);
    return { message: viewOf(row), rawContent: row.content };
  }

  /** The messages with these ids in the narrow, by id. */
  async matches(
    actor: Actor,
    ids: number[],
    terms: NarrowTermInput[],
    form: MessageForm,
  ): Promise<Map<number, Partial<Match>>> {
    const narrow = await this.narrowService.compile(actor, terms);
    const rows = await this.fetchMessagesRepository.fetchByIds(narrow, [...new Set(ids)], 'html');
    return this.messageViews.matches(actor, rows, form, narrow.searches);
  }

  private limited<T>(count: number, work: () => Promise<T>): Promise<T> {
    return count > MANY_MESSAGES ? this.largeFetches.run('large', work) : work();
  }

  /** The messages of the first rows, as many as the response can have. */
  private async shown(
    reader: Reader,
    rows: FetchedMessage[],
    form: MessageForm,
    searches: Search[],
  ): Promise<ShownMessage[]> {
    const shown: ShownMessage[] = [];
    if (rows.length === 0) return shown;
    const viewOf = await this.messageViews.prepare(reader, rows, form, searches);
    const slices = new TimeSlices();
    let length = 0;
    for (const row of rows) {
      if (!row.fits || length >= MAX_LENGTH) break;
      const json = toJson(viewOf(row));
      length += json.length;
      shown.push({ id: row.id, json });
      if (slices.isOver) await slices.next();
    }
    return shown;
  }

  /** For slow clients, messages are read again instead of being held, those that the reader can still read. */
  private inOrder(
    reader: Reader,
    form: MessageForm,
    narrow: NarrowQuery,
    shown: ShownMessage[],
  ): ReadyJson<Schema<'Message'>[]> {
    const messages = shown.toSorted((a, b) => a.id - b.id);
    const ids = messages.map(({ id }) => id);
    const jsonOf = ({ json }: ShownMessage): ShownMessage['json'] => json;
    return ReadyJson.items(messages.map(jsonOf), async (start, end) => {
      const rows = await this.fetchMessagesRepository.fetchByIds(
        await this.narrowService.visible(reader),
        ids.slice(start, end),
        textsFor(form, narrow),
      );
      return (await this.shown(reader, rows, form, narrow.searches)).map(jsonOf);
    });
  }

  /** Spectators can read web-public channels if the organization allows it. */
  private async checkSpectators(reader: Reader): Promise<void> {
    if (isSpectator(reader)) await this.realmsService.checkSpectators(reader.realmId);
  }
}

/** Highlighting needs the HTML. */
function textsFor({ applyMarkdown }: MessageForm, { searches }: NarrowQuery): Texts {
  if (applyMarkdown) return 'html';
  return searches.length > 0 ? 'both' : 'source';
}

function anchorInput(input: GetMessagesDto): AnchorInput {
  const { num_before: numBefore, num_after: numAfter } = input;
  if (numBefore === undefined) throw ApiError.missingParameter('num_before');
  if (numAfter === undefined) throw ApiError.missingParameter('num_after');
  if (numBefore + numAfter > MAX_MESSAGES) throw tooMany();
  const range = {
    anchor: input.use_first_unread_anchor ? 'first_unread' : input.anchor,
    anchorDate: input.anchor_date,
    includeAnchor: input.include_anchor,
    numBefore,
    numAfter,
  };
  checkAnchorIncluded(range);
  return range;
}

/** Messages are requested by id or around an anchor, not both. */
function refuseRange(rest: Omit<GetMessagesDto, 'message_ids'>): void {
  const present = [
    rest.anchor !== undefined && 'anchor',
    !rest.include_anchor && 'include_anchor',
    rest.use_first_unread_anchor && 'use_first_unread_anchor',
    rest.num_before !== undefined && 'num_before',
    rest.num_after !== undefined && 'num_after',
    rest.narrow.length > 0 && 'narrow',
  ].filter((name) => name !== false);
  if (present.length === 0) return;
  const parameters = [...present, 'message_ids'].join(', ');
  throw ApiError.badRequest(`These parameters cannot be combined: ${parameters}`, { parameters });
}

function tooMany(): ApiError {
  return ApiError.badRequest(`At most ${MAX_MESSAGES} messages can be requested at once`);
}
