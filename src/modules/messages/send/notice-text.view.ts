// The pieces of what the Notification Bot writes about channels, and where it writes it.
import type { Stream } from '#modules/streams/streams';

const CHANNEL_EVENTS_TOPIC = 'channel events';

/** The topic for what happens to the channel itself. */
export function channelEventsTopic({ topics_policy: policy }: Stream): string {
  return policy === 'empty_topic_only' ? '' : CHANNEL_EVENTS_TOPIC;
}

/** Names the person without calling for their attention. */
export function silentMention({ fullName, userId }: { fullName: string; userId: number }): string {
  return `@_**${fullName}|${userId}**`;
}

export function quotedDescription(description: string): string {
  return `\`\`\` quote\n${description === '' ? '*No description.*' : description}\n\`\`\``;
}

/** `#**channel>topic**`, or of one message in it. */
export function topicLink(stream: Stream, topic: string, messageId?: number): string {
  return `#**${stream.name}>${topic}${messageId === undefined ? '' : `@${messageId}`}**`;
}
