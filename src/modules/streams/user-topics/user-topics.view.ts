// Visibility policies in the current form of the API and in the deprecated one, which has only muted topics.
import { topicForClient } from '#modules/streams/streams';
import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { UserTopicEntity } from './user-topic.entity.js';

export interface MutedTopic {
  streamName: string;
  topic: string;
  /** UNIX seconds. */
  since: number;
}

export function userTopicView(
  { streamId, topic, visibilityPolicy, lastUpdated }: UserTopicEntity,
  understandsEmptyTopic: boolean,
): Schema<'UserTopic'> {
  return {
    stream_id: streamId,
    topic_name: topicForClient(topic, understandsEmptyTopic),
    last_updated: toSeconds(lastUpdated),
    visibility_policy: visibilityPolicy,
  };
}

export function mutedTopicView(
  { streamName, topic, since }: MutedTopic,
  understandsEmptyTopic: boolean,
): [string, string, number] {
  return [streamName, topicForClient(topic, understandsEmptyTopic), since];
}
