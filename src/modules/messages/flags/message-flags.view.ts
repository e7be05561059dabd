import { countsAsMention } from '#modules/messages/user-messages';
import type { MessageDetails } from './message-flags.events.js';
import type { MessageWithRecipient } from './message-flags.repository.js';

interface IgnoredChannels {
  ignored_because_not_subscribed_channels?: number[];
}

/** The channels whose messages stay read. Only the response to clearing `read` has the field. */
export function ignoredChannels(op: string, flag: string, streamIds: number[]): IgnoredChannels {
  if (op !== 'remove' || flag !== 'read') return {};
  return { ignored_because_not_subscribed_channels: streamIds };
}

/** The fields that clients need to count messages as unread, by message id. */
export function messageDetails(
  userId: number,
  messages: MessageWithRecipient[],
): Record<string, MessageDetails> {
  return Object.fromEntries(
    messages.map((message): [number, MessageDetails] => {
      const isMention = countsAsMention(message.flags, message.isMuted);
      const mentioned = isMention ? { mentioned: true as const } : {};
      if (message.streamId === null) {
        const others = message.userIds?.filter((id) => id !== userId) ?? [];
        return [message.id, { type: 'private', user_ids: others, ...mentioned }];
      }
      const details = {
        type: 'stream' as const,
        stream_id: message.streamId,
        topic: message.topic,
        unmuted_stream_msg: !message.isMuted,
        ...mentioned,
      };
      return [message.id, details];
    }),
  );
}
