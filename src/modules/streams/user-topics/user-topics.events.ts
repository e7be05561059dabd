// Events of visibility policies: each change and, for old clients, the list of muted topics.
import { topicForClient } from '#modules/streams/streams';
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import type { VisibilityPolicy } from './visibility-policies.js';
import { type MutedTopic, mutedTopicView } from './user-topics.view.js';

export interface UserTopicChanged {
  streamId: number;
  topic: string;
  /** 0 when the user no longer has one. */
  visibilityPolicy: VisibilityPolicy | 0;
  /** UNIX seconds. */
  lastUpdated: number;
}

function understandsEmptyTopic({ options }: EventQueue): boolean {
  return options.capabilities.empty_topic_name ?? false;
}

export const userTopicEvent = defineEvent<UserTopicChanged, EventBody<'UserTopicEvent'>>({
  type: 'user_topic',
  variantFor: (_, queue) => String(understandsEmptyTopic(queue)),
  present: ({ streamId, topic, visibilityPolicy, lastUpdated }, queue) => ({
    stream_id: streamId,
    topic_name: topicForClient(topic, understandsEmptyTopic(queue)),
    last_updated: lastUpdated,
    visibility_policy: visibilityPolicy,
  }),
});

export const mutedTopicsEvent = defineEvent<{ muted: MutedTopic[] }, EventBody<'MutedTopicsEvent'>>(
  {
    type: 'muted_topics',
    variantFor: (_, queue) => String(understandsEmptyTopic(queue)),
    present: ({ muted }, queue) => ({
      muted_topics: muted.map((topic) => mutedTopicView(topic, understandsEmptyTopic(queue))),
    }),
  },
);
