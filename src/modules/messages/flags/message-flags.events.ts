// The event about changed flags of messages.
import { topicForClient } from '#modules/streams/streams';
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

type RemoveEvent = EventBody<'UpdateMessageFlagsRemoveEvent'>;

export type MessageDetails = NonNullable<RemoveEvent['message_details']>[string];

export interface MessageFlagsUpdated {
  op: 'add' | 'remove';
  flag: string;
  /** Ascending; empty for all messages. */
  messages: number[];
  all?: true;
  message_details?: Record<string, MessageDetails>;
}

export const messageFlagsEvent = defineEvent<
  MessageFlagsUpdated,
  EventBody<'UpdateMessageFlagsAddEvent'> | RemoveEvent
>({
  type: 'update_message_flags',
  variantFor: (_, { options }) => (options.capabilities.empty_topic_name ? 'empty topic' : ''),
  present({ op, flag, messages, all = false, message_details }, { options }) {
    if (op === 'add') return { op, operation: op, flag, messages, all };
    const change = { op, operation: op, flag, messages, all: false as const };
    if (!message_details) return change;
    const understandsEmptyTopic = options.capabilities.empty_topic_name ?? false;
    const details = Object.entries(message_details).map(
      ([id, { topic, ...rest }]): [string, MessageDetails] => [
        id,
        topic === undefined
          ? rest
          : { ...rest, topic: topicForClient(topic, understandsEmptyTopic) },
      ],
    );
    return { ...change, message_details: Object.fromEntries(details) };
  },
});
