// Finds the messages of a narrow around an anchor.
import { Injectable } from '@nestjs/common';
import type { MessageForm } from '#modules/messages/messages';
import { type GivenTerm, type NarrowQuery, NarrowService } from '#modules/messages/narrow';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, isSpectator, type Reader } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import type { GetMessagesDto } from './fetch-messages.dto.js';
import { MessagesRepository, type Texts } from './fetch-messages.repository.js';
import type { Match } from './match.view.js';
import { MessageRange } from './message-range.service.js';
import { MessageViews } from './message-views.service.js';

/** Most messages of one answer, besides the anchor itself. */
const MAX_MESSAGES = 5000;

export interface FoundMessages {
  messages: Schema<'Message'>[];
  foundAnchor: boolean;
  foundOldest: boolean;
  foundNewest: boolean;
  /** Absent when messages were asked for by id. */
  anchor?: number;
}

@Injectable()
export class FetchMessagesService {
  constructor(
    private readonly messagesRepository: MessagesRepository,
    private readonly narrowService: NarrowService,
    private readonly messageRange: MessageRange,
    private readonly realmsService: RealmsService,
    private readonly messageViews: MessageViews,
  ) {}

  async around(reader: Reader, input: GetMessagesDto, form: MessageForm): Promise<FoundMessages> {
    await this.checkSpectators(reader);
    const narrow = await this.narrowService.compile(reader, input.narrow);
    const { numBefore, numAfter } = checkedCounts(input);
    const asked = {
      anchor: input.use_first_unread_anchor ? 'first_unread' : input.anchor,
      anchorDate: input.anchor_date,
      includeAnchor: input.include_anchor,
      numBefore,
      numAfter,
    };
    const texts = textsFor(form, narrow);
    const { found, ...range } = await this.messageRange.fetch(reader, narrow, asked, texts);
    return {
      messages: await this.messageViews.of(reader, found, form, narrow.searches),
      foundAnchor: found.some(({ id }) => id === range.anchor),
      ...range,
    };
  }

  /** Ids that do not exist or can not be seen are left out. */
  async byIds(
    reader: Reader,
    { message_ids: ids = [], ...rest }: GetMessagesDto,
    form: MessageForm,
  ): Promise<FoundMessages> {
    await this.checkSpectators(reader);
    refuseRange(rest);
    if (ids.length > MAX_MESSAGES) throw tooMany();
    const narrow = await this.narrowService.visible(reader);
    const found = await this.messagesRepository.fetchByIds(
      narrow,
      [...new Set(ids)],
      textsFor(form, narrow),
    );
    return {
      messages: await this.messageViews.of(reader, found, form, narrow.searches),
      foundAnchor: false,
      foundOldest: false,
      foundNewest: false,
    };
  }

  /** Throws what a missing message gets when the reader may not see it. */
  async byId(
    reader: Reader,
    id: number,
    form: MessageForm,
  ): Promise<{ message: Schema<'Message'>; rawContent: string }> {
    await this.checkSpectators(reader);
    const conversation: GivenTerm = { operator: 'with', operand: id };
    const terms: GivenTerm[] = isSpectator(reader)
      ? [['channels', 'web-public'], conversation]
      : [conversation];
    const narrow = await this.narrowService.compile(reader, terms);
    const [row] = await this.messagesRepository.fetchByIds(narrow, [id], 'both');
    if (!row) {
      throw isSpectator(reader)
        ? ApiError.unauthorized('This needs an account')
        : ApiError.badRequest('Invalid message(s)');
    }
    const [message] = await this.messageViews.of(reader, [row], form);
    return { message: message!, rawContent: row.content };
  }

  /** Those of the messages that the narrow contains, by id. */
  async matches(
    actor: Actor,
    ids: number[],
    given: GivenTerm[],
    form: MessageForm,
  ): Promise<Map<number, Match>> {
    const narrow = await this.narrowService.compile(actor, given);
    const rows = await this.messagesRepository.fetchByIds(narrow, [...new Set(ids)], 'html');
    return this.messageViews.matches(actor, rows, form, narrow.searches);
  }

  /** Who has no account sees web-public channels, where the organization allows that. */
  private async checkSpectators(reader: Reader): Promise<void> {
    if (isSpectator(reader)) await this.realmsService.checkSpectators(reader.realmId);
  }
}

/** Highlights are made of the HTML. */
function textsFor({ applyMarkdown }: MessageForm, { searches }: NarrowQuery): Texts {
  if (applyMarkdown) return 'html';
  return searches.length > 0 ? 'both' : 'source';
}

function checkedCounts(range: GetMessagesDto): { numBefore: number; numAfter: number } {
  const { num_before: numBefore, num_after: numAfter } = range;
  if (numBefore === undefined) throw ApiError.missingParameter('num_before');
  if (numAfter === undefined) throw ApiError.missingParameter('num_after');
  if (numBefore + numAfter > MAX_MESSAGES) throw tooMany();
  if (numBefore > 0 && numAfter > 0 && !range.include_anchor) {
    throw ApiError.badRequest(
      'The anchor can only be excluded when messages of one side of it are asked for',
    );
  }
  return { numBefore, numAfter };
}

/** Messages are asked for by id or around an anchor, not both. */
function refuseRange(rest: Omit<GetMessagesDto, 'message_ids'>): void {
  const given = [
    rest.anchor !== undefined && 'anchor',
    !rest.include_anchor && 'include_anchor',
    rest.use_first_unread_anchor && 'use_first_unread_anchor',
    rest.num_before !== undefined && 'num_before',
    rest.num_after !== undefined && 'num_after',
    rest.narrow.length > 0 && 'narrow',
  ].filter((name) => name !== false);
  if (given.length === 0) return;
  const parameters = [...given, 'message_ids'].join(', ');
  throw ApiError.badRequest(`These parameters can not be combined: ${parameters}`, { parameters });
}

function tooMany(): ApiError {
  return ApiError.badRequest(`At most ${MAX_MESSAGES} messages can be asked for at once`);
}
