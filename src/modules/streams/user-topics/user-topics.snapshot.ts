// Visibility policies in the register snapshot (fetch type `user_topic`) and, for old clients, the muted
// topics (`muted_topics`, unless both types are requested).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { UserTopicsRepository } from './user-topics.repository.js';
import { UserTopicsService } from './user-topics.service.js';
import { mutedTopicView, userTopicView } from './user-topics.view.js';

@Injectable()
@Snapshot()
export class UserTopicsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['user_topic', 'muted_topics'];

  constructor(
    private readonly userTopicsRepository: UserTopicsRepository,
    private readonly userTopicsService: UserTopicsService,
  ) {}

  async read({ actor, options, fetches }: SnapshotViewer): Promise<SnapshotState> {
    const understandsEmptyTopic = options.capabilities.empty_topic_name ?? false;
    if (!fetches('user_topic')) {
      const muted = await this.userTopicsService.findMuted(actor);
      return { muted_topics: muted.map((topic) => mutedTopicView(topic, understandsEmptyTopic)) };
    }
    const topics = await this.userTopicsRepository.findAll(actor.userId);
    return { user_topics: topics.map((topic) => userTopicView(topic, understandsEmptyTopic)) };
  }
}
