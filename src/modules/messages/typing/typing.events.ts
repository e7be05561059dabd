// The events about users who type or edit a message, or have stopped.
import { topicForClient } from '#modules/streams/streams';
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

interface Person {
  user_id: number;
  email: string;
}

export interface Typing {
  op: 'start' | 'stop';
  sender: Person;
  /** The users of the conversation, or the topic of a channel. */
  where: { recipients: Person[] } | { streamId: number; topic: string };
}

export interface EditTyping {
  op: 'start' | 'stop';
  sender_id: number;
  message_id: number;
  where: { userIds: number[] } | { streamId: number; topic: string };
}

export const typingEvent = defineEvent<Typing, EventBody<'TypingStartEvent' | 'TypingStopEvent'>>({
  type: 'typing',
  variantFor: (_, { options: { capabilities } }) =>
    `${capabilities.stream_typing_notifications} ${capabilities.empty_topic_name}`,
  present({ op, sender, where }, { options: { capabilities } }) {
    if ('recipients' in where) {
      return { op, message_type: 'direct', sender, recipients: where.recipients };
    }
    if (!capabilities.stream_typing_notifications) return undefined;
    const topic = topicForClient(where.topic, capabilities.empty_topic_name ?? false);
    return { op, message_type: 'stream', sender, stream_id: where.streamId, topic };
  },
});

export const editTypingEvent = defineEvent<
  EditTyping,
  EventBody<'TypingEditMessageStartEvent' | 'TypingEditMessageStopEvent'>
>({
  type: 'typing_edit_message',
  variantFor: (_, { options }) => String(options.capabilities.empty_topic_name),
  present({ where, ...rest }, { options }) {
    if ('userIds' in where) {
      return { ...rest, recipient: { type: 'direct', user_ids: where.userIds } };
    }
    const topic = topicForClient(where.topic, options.capabilities.empty_topic_name ?? false);
    return { ...rest, recipient: { type: 'channel', channel_id: where.streamId, topic } };
  },
});
