// Parts of the messages that the Notification Bot writes about channels and topics.
import type { Stream } from '#modules/streams/streams';

const CHANNEL_EVENTS_TOPIC = 'channel events';

/** The topic for notifications about the channel itself. */
export function channelEventsTopic({ topicsPolicy: policy }: Stream): string {
  return policy === 'empty_topic_only' ? '' : CHANNEL_EVENTS_TOPIC;
}

/** A mention that does not notify the user. */
export function silentMention({ fullName, userId }: { fullName: string; userId: number }): string {
  return `@_**${fullName}|${userId}**`;
}

export function quotedDescription(description: string): string {
  return `\`\`\` quote\n${description === '' ? '*No description.*' : description}\n\`\`\``;
}

/** A link to the topic, or to one message in it. */
export function topicLink(stream: Stream, topic: string, messageId?: number): string {
  return `#**${stream.name}>${topic}${messageId === undefined ? '' : `@${messageId}`}**`;
}
