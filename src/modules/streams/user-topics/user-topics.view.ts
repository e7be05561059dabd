// Visibility policies in the current wire form and in the old one, which has only muted topics.
import { topicForClient } from '#modules/streams/streams';
import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';

/** None is the absence of a row: the topic follows the settings of its stream. */
export const VISIBILITY_POLICIES = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

export type VisibilityPolicy = 1 | 2 | 3;

export interface UserTopic {
  stream_id: number;
  topic: string;
  visibility_policy: VisibilityPolicy;
  last_updated: Date;
}

export interface MutedTopic {
  streamName: string;
  topic: string;
  /** UNIX seconds. */
  since: number;
}

export function userTopicView(
  { stream_id, topic, visibility_policy, last_updated }: UserTopic,
  understandsEmptyTopic: boolean,
): Schema<'UserTopic'> {
  return {
    stream_id,
    topic_name: topicForClient(topic, understandsEmptyTopic),
    last_updated: toSeconds(last_updated),
    visibility_policy,
  };
}

export function mutedTopicView(
  { streamName, topic, since }: MutedTopic,
  understandsEmptyTopic: boolean,
): [string, string, number] {
  return [streamName, topicForClient(topic, understandsEmptyTopic), since];
}
