import { Controller } from '@nestjs/common';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Patch, Post } from '#platform/http/write-routes.js';
import { MuteTopicDto, UpdateUserTopicDto } from './user-topics.dto.js';
import { UserTopicsService } from './user-topics.service.js';
import { VISIBILITY_POLICIES } from './visibility-policies.js';

@Controller()
export class UserTopicsController {
  constructor(private readonly userTopicsService: UserTopicsService) {}

  @Post('user_topics')
  async update(
    @CurrentActor() actor: Actor,
    @Input() { stream_id: streamId, topic, visibility_policy: policy }: UpdateUserTopicDto,
  ): Promise<ResponseOf<'update-user-topic'>> {
    if (policy === VISIBILITY_POLICIES.none)
      await this.userTopicsService.reset(actor, streamId, topic);
    else await this.userTopicsService.set(actor, streamId, topic, policy);
  }

  @Patch('users/me/subscriptions/muted_topics')
  async mute(
    @CurrentActor() actor: Actor,
    @Input() input: MuteTopicDto,
  ): Promise<ResponseOf<'mute-topic'>> {
    const { topic, op } = input;
    const streamId = await this.resolveStreamId(actor, input);
    if (op === 'add')
      await this.userTopicsService.set(actor, streamId, topic, VISIBILITY_POLICIES.muted);
    else await this.userTopicsService.reset(actor, streamId, topic, VISIBILITY_POLICIES.muted);
  }

  private async resolveStreamId(
    actor: Actor,
    { stream_id: id, stream: name }: MuteTopicDto,
  ): Promise<number> {
    if (id !== undefined && name !== undefined) {
      throw ApiError.badRequest('Send only one of stream_id and stream', {
        parameters: 'stream_id,stream',
      });
    }
    if (name !== undefined) return this.userTopicsService.findStreamId(actor, name);
    if (id !== undefined) return id;
    throw ApiError.missingParameter('stream_id');
  }
}
