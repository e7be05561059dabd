// Changes of topic icons, for clients that list the type in `event_types`.
import { topicForClient } from '#modules/streams/streams';
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { Schema } from '#platform/http/contract.js';

export interface TopicIconChanged {
  op: 'set' | 'remove';
  streamId: number;
  topic: string;
  icon?: Schema<'TopicIcon'>;
}

export const topicIconEvent = defineEvent<TopicIconChanged>({
  type: 'topic_icon',
  onlyWhenNamed: true,
  variantFor: (_, { options }) => String(options.capabilities.empty_topic_name ?? false),
  present: ({ op, streamId, topic, icon }, { options }) => ({
    op,
    stream_id: streamId,
    topic_name: topicForClient(topic, options.capabilities.empty_topic_name ?? false),
    ...(icon === undefined ? {} : { icon }),
  }),
});
