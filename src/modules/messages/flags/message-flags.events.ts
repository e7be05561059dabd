// The event about changed flags of messages.
import { topicForClient } from '#modules/streams/streams';
import { defineEvent } from '#platform/event-log/event-definition.js';

export interface MessageDetails {
  type: 'private' | 'stream';
  user_ids?: number[];
  stream_id?: number;
  topic?: string;
  unmuted_stream_msg?: boolean;
  mentioned?: boolean;
}

export interface MessageFlagsUpdated {
  op: 'add' | 'remove';
  flag: string;
  /** Ascending; empty for all messages. */
  messages: number[];
  all?: true;
  message_details?: Record<string, MessageDetails>;
}

export const messageFlagsEvent = defineEvent<MessageFlagsUpdated>({
  type: 'update_message_flags',
  variantFor: (_, { options }) => (options.capabilities.empty_topic_name ? 'empty topic' : ''),
  present({ op, flag, messages, all = false, message_details }, { options }) {
    const change = { op, operation: op, flag, messages, all };
    if (!message_details) return change;
    const understandsEmptyTopic = options.capabilities.empty_topic_name ?? false;
    const details = Object.entries(message_details).map(([id, { topic, ...rest }]) => [
      id,
      topic === undefined ? rest : { ...rest, topic: topicForClient(topic, understandsEmptyTopic) },
    ]);
    return { ...change, message_details: Object.fromEntries(details) as object };
  },
});
