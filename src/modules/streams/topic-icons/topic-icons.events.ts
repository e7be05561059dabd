// Changes of topic icons, for clients that list the type in `event_types`.
import { topicForClient } from '#modules/streams/streams';
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody, Schema } from '#platform/http/contract.js';

export type TopicIconChanged = { streamId: number; topic: string } & (
  | { op: 'set'; icon: Schema<'TopicIcon'> }
  | { op: 'remove' }
);

export const topicIconEvent = defineEvent<
  TopicIconChanged,
  EventBody<'TopicIconSetEvent' | 'TopicIconRemoveEvent'>
>({
  type: 'topic_icon',
  onlyWhenNamed: true,
  variantFor: (_, { options }) => String(options.capabilities.empty_topic_name ?? false),
  present: ({ streamId, topic, ...change }, { options }) => ({
    ...change,
    stream_id: streamId,
    topic_name: topicForClient(topic, options.capabilities.empty_topic_name ?? false),
  }),
});
