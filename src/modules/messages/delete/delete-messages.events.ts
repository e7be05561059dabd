// The event about deleted messages. It is stored once for all of them; a client without
// `bulk_message_deletion` receives an event for each message.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';
import { topicForClient } from '#modules/streams/streams';

export interface MessagesDeleted {
  /** Ascending, at least one. */
  messageIds: number[];
  /** Null for direct messages. */
  channel: { streamId: number; topic: string } | null;
}

export const deleteMessageEvent = defineEvent<MessagesDeleted, EventBody<'DeleteMessageEvent'>>({
  type: 'delete_message',
  idsFor: ({ messageIds }) => messageIds.length,
  variantFor(_, { options: { capabilities } }) {
    const { bulk_message_deletion: bulk = false, empty_topic_name: emptyTopic = false } =
      capabilities;
    return `${bulk} ${emptyTopic}`;
  },
  present({ messageIds, channel }, { options: { capabilities } }) {
    const place = channel
      ? {
          message_type: 'stream' as const,
          stream_id: channel.streamId,
          topic: topicForClient(channel.topic, capabilities.empty_topic_name ?? false),
        }
      : { message_type: 'private' as const };
    return capabilities.bulk_message_deletion
      ? { ...place, message_ids: messageIds }
      : messageIds.map((id) => ({ ...place, message_id: id }));
  },
});
