import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { MarkReadService } from './mark-read.service.js';
import {
  MarkStreamReadDto,
  MarkTopicReadDto,
  NarrowFlagsDto,
  UpdateFlagsDto,
} from './message-flags.dto.js';
import { MessageFlagsService } from './message-flags.service.js';
import { ignoredChannels } from './message-flags.view.js';

@Controller()
export class MessageFlagsController {
  constructor(
    private readonly messageFlagsService: MessageFlagsService,
    private readonly markReadService: MarkReadService,
  ) {}

  @Post('messages/flags')
  async update(
    @CurrentActor() actor: Actor,
    @Input() { op, flag, messages }: UpdateFlagsDto,
  ): Promise<ResponseOf<'update-message-flags'>> {
    const change = { op, flag, messageIds: messages };
    const { ignoredStreamIds } = await this.messageFlagsService.update(actor, change);
    return { messages, ...ignoredChannels(op, flag, ignoredStreamIds) };
  }

  @Post('messages/flags/narrow')
  async updateNarrow(
    @CurrentActor() actor: Actor,
    @Input() input: NarrowFlagsDto,
  ): Promise<ResponseOf<'update-message-flags-for-narrow'>> {
    const { op, flag, narrow, anchor } = input;
    const result = await this.messageFlagsService.updateNarrow(actor, {
      op,
      flag,
      narrow,
      range: {
        anchor,
        includeAnchor: input.include_anchor,
        numBefore: input.num_before,
        numAfter: input.num_after,
      },
    });
    return {
      processed_count: result.processedIds.length,
      updated_count: result.updated,
      first_processed_id: result.processedIds[0] ?? null,
      last_processed_id: result.processedIds.at(-1) ?? null,
      found_oldest: result.foundOldest,
      found_newest: result.foundNewest,
      ...ignoredChannels(op, flag, result.ignoredStreamIds),
    };
  }

  @Post('mark_all_as_read')
  async markAll(@CurrentActor() actor: Actor): Promise<ResponseOf<'mark-all-as-read'>> {
    return { complete: await this.markReadService.all(actor) };
  }

  @Post('mark_stream_as_read')
  async markStream(
    @CurrentActor() actor: Actor,
    @Input() { stream_id: streamId }: MarkStreamReadDto,
  ): Promise<ResponseOf<'mark-stream-as-read'>> {
    await this.markReadService.channel(actor, streamId);
  }

  @Post('mark_topic_as_read')
  async markTopic(
    @CurrentActor() actor: Actor,
    @Input() { stream_id: streamId, topic_name: topic }: MarkTopicReadDto,
  ): Promise<ResponseOf<'mark-topic-as-read'>> {
    await this.markReadService.topic(actor, streamId, topic);
  }
}
