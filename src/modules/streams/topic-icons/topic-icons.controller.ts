import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { RemoveTopicIconDto, SetTopicIconDto } from './topic-icons.dto.js';
import { TopicIconsService } from './topic-icons.service.js';

@Controller('streams/:stream_id/topic_icon')
export class TopicIconsController {
  constructor(private readonly topicIconsService: TopicIconsService) {}

  @Post()
  async set(
    @CurrentActor() actor: Actor,
    @PathId('stream_id') streamId: number,
    @Input() input: SetTopicIconDto,
  ): Promise<ResponseOf<'set-topic-icon'>> {
    const { emoji_name: emojiName, emoji_code: emojiCode, reaction_type: reactionType } = input;
    const icon = { emojiName, emojiCode, reactionType };
    await this.topicIconsService.set(actor, streamId, input.topic_name, icon);
  }

  @Delete()
  async remove(
    @CurrentActor() actor: Actor,
    @PathId('stream_id') streamId: number,
    @Input() { topic_name: topicName }: RemoveTopicIconDto,
  ): Promise<ResponseOf<'remove-topic-icon'>> {
    await this.topicIconsService.remove(actor, streamId, topicName);
  }
}
