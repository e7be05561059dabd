import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { DeleteTopicService } from './delete-topic.service.js';
import { DeleteTopicDto, GetTopicsDto } from './topics.dto.js';
import { TopicsService } from './topics.service.js';
import { topicView } from './topics.view.js';

@Controller()
export class TopicsController {
  constructor(
    private readonly topicsService: TopicsService,
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

  @Post('streams/:stream_id/delete_topic')
  async delete(
    @CurrentActor() actor: Actor,
    @PathId('stream_id') streamId: number,
    @Input() { topic_name: topicName }: DeleteTopicDto,
  ): Promise<ResponseOf<'delete-topic'>> {
    return { complete: await this.deleteTopicService.request(actor, streamId, topicName) };
  }
}
