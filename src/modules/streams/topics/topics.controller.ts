import { Controller, Delete, Get, Post } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { DeleteTopicService } from './delete-topic.service.js';
import { TopicIconsService } from './topic-icons.service.js';
import { DeleteTopicDto, GetTopicsDto, RemoveTopicIconDto, SetTopicIconDto } from './topics.dto.js';
import { TopicsService } from './topics.service.js';
import { topicView } from './topics.view.js';

@Controller()
export class TopicsController {
  constructor(
    private readonly topicsService: TopicsService,
    private readonly topicIconsService: TopicIconsService,
    private readonly deleteTopicService: DeleteTopicService,
  ) {}

  @Get('users/me/:stream_id/topics')
  async list(
    @CurrentActor() actor: Actor,
    @PathId('stream_id') streamId: number,
    @Input() { allow_empty_topic_name: understandsEmptyTopic }: GetTopicsDto,
  ): Promise<ResponseOf<'get-stream-topics'>> {
    const topics = await this.topicsService.list(actor, streamId);
    return {
      topics: topics.map((topic) => topicView(topic, understandsEmptyTopic)),
      supports_topic_icons: true,
    };
  }

  @Post('streams/:stream_id/topic_icon')
  async setIcon(
    @CurrentActor() actor: Actor,
    @PathId('stream_id') streamId: number,
    @Input() input: SetTopicIconDto,
  ): Promise<ResponseOf<'set-topic-icon'>> {
    const { emoji_name: emojiName, emoji_code: emojiCode, reaction_type: reactionType } = input;
    const icon = { emojiName, emojiCode, reactionType };
    await this.topicIconsService.set(actor, streamId, input.topic_name, icon);
  }

  @Delete('streams/:stream_id/topic_icon')
  async removeIcon(
    @CurrentActor() actor: Actor,
    @PathId('stream_id') streamId: number,
    @Input() { topic_name: topicName }: RemoveTopicIconDto,
  ): Promise<ResponseOf<'remove-topic-icon'>> {
    await this.topicIconsService.remove(actor, streamId, topicName);
  }

  @Post('streams/:stream_id/delete_topic')
  async delete(
    @CurrentActor() actor: Actor,
    @PathId('stream_id') streamId: number,
    @Input() { topic_name: topicName }: DeleteTopicDto,
  ): Promise<ResponseOf<'delete-topic'>> {
    return { complete: await this.deleteTopicService.request(actor, streamId, topicName) };
  }
}
