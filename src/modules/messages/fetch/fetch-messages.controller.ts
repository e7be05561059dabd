import { Controller, Get } from '@nestjs/common';
import { AllowSpectators } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, CurrentReader, type Reader } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathBigId } from '#platform/http/parameters/input.js';
import { GetMessageDto, GetMessagesDto, MatchesNarrowDto } from './fetch-messages.dto.js';
import { FetchMessagesService } from './fetch-messages.service.js';

@Controller('messages')
export class FetchMessagesController {
  constructor(private readonly fetchMessagesService: FetchMessagesService) {}

  @Get()
  @AllowSpectators()
  async find(
    @CurrentReader() reader: Reader,
    @Input() input: GetMessagesDto,
  ): Promise<ResponseOf<'get-messages'>> {
    const form = {
      applyMarkdown: input.apply_markdown,
      clientGravatar: input.client_gravatar,
      understandsEmptyTopic: input.allow_empty_topic_name,
    };
    const found = input.message_ids
      ? await this.fetchMessagesService.byIds(reader, input, form)
      : await this.fetchMessagesService.around(reader, input, form);
    return {
      ...(found.anchor === undefined ? {} : { anchor: found.anchor }),
      found_newest: found.foundNewest,
      found_oldest: found.foundOldest,
      found_anchor: found.foundAnchor,
      history_limited: false,
      messages: found.messages,
    };
  }

  @Get('matches_narrow')
  async match(
    @CurrentActor() actor: Actor,
    @Input() { msg_ids: ids, narrow }: MatchesNarrowDto,
  ): Promise<ResponseOf<'check-messages-match-narrow'>> {
    const form = { applyMarkdown: true, clientGravatar: true, understandsEmptyTopic: true };
    return {
      messages: Object.fromEntries(
        await this.fetchMessagesService.matches(actor, ids, narrow, form),
      ),
    };
  }

  @Get(':message_id')
  @AllowSpectators()
  async findOne(
    @CurrentReader() reader: Reader,
    @PathBigId('message_id') id: number,
    @Input() input: GetMessageDto,
  ): Promise<ResponseOf<'get-message'>> {
    const { message, rawContent } = await this.fetchMessagesService.byId(reader, id, {
      applyMarkdown: input.apply_markdown,
      clientGravatar: false,
      understandsEmptyTopic: input.allow_empty_topic_name,
    });
    return { message, raw_content: rawContent };
  }
}
