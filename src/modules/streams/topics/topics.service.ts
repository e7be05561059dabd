// The topics of a stream that a user can see.
import { Injectable } from '@nestjs/common';
import { StreamsAccess } from '#modules/streams/streams';
import type { Actor } from '#platform/http/actor.js';
import { TopicsRepository, type TopicWithIcon } from './topics.repository.js';

@Injectable()
export class TopicsService {
  constructor(
    private readonly streamsAccess: StreamsAccess,
    private readonly topicsRepository: TopicsRepository,
  ) {}

  /** Most recent first. With protected history, the topics of messages that the actor received. */
  async list(actor: Actor, streamId: number): Promise<TopicWithIcon[]> {
    const { stream, canSeeHistory } = await this.streamsAccess.requireReadable(actor, streamId);
    const scope = { recipientId: stream.recipientId, streamId };
    return canSeeHistory
      ? this.topicsRepository.findAll(scope)
      : this.topicsRepository.findReceived(scope, actor.userId);
  }
}
