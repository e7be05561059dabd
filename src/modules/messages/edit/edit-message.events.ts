// The event about edited or moved messages. It is stored once for all users who receive the same content;
// at delivery, each user gets the flags of their user message of `messageId`.
import type { TopicLink } from '#modules/markdown/markdown';
import { flagNames } from '#modules/messages/user-messages';
import { topicForClient } from '#modules/streams/streams';
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

/** Flags by user id, without the users who have the most frequent ones. */
export interface FlagsByReader {
  usual: number;
  others: Record<number, number>;
}

export type PropagateMode = 'change_one' | 'change_later' | 'change_all';

export interface MessagesUpdated {
  /** Null when the server has rendered the message again. */
  userId: number | null;
  /** Only the HTML has changed. */
  isRenderingOnly?: true;
  messageId: number;
  /** Ascending, `messageId` among them. */
  messageIds: number[];
  flags: FlagsByReader;
  /** UNIX seconds. */
  editTimestamp: number;
  /** The channel of the messages before; null for direct messages. */
  channel: { streamId: number; name?: string } | null;
  move?: {
    newStreamId?: number;
    mode: PropagateMode;
    oldTopic: string;
    /** Absent, like its links, when only the channel changed. */
    topic?: string;
    topicLinks?: TopicLink[];
  };
  content?: {
    before: string;
    renderedBefore: string;
    now: string;
    renderedNow: string;
    isMeMessage: boolean;
  };
}

export const updateMessageEvent = defineEvent<MessagesUpdated, EventBody<'UpdateMessageEvent'>>({
  type: 'update_message',
  variantFor: (payload, { userId, options }) =>
    `${options.capabilities.empty_topic_name ?? false} ${flagsOf(payload.flags, userId)}`,
  present(payload, { userId, options }) {
    const { channel, move, content } = payload;
    const shown = (topic: string): string =>
      topicForClient(topic, options.capabilities.empty_topic_name ?? false);
    return {
      user_id: payload.userId,
      rendering_only: payload.isRenderingOnly ?? false,
      message_id: payload.messageId,
      message_ids: payload.messageIds,
      flags: flagNames(flagsOf(payload.flags, userId)),
      edit_timestamp: payload.editTimestamp,
      ...(channel && {
        stream_id: channel.streamId,
        ...(channel.name !== undefined && { stream_name: channel.name }),
      }),
      ...(move && {
        propagate_mode: move.mode,
        orig_subject: shown(move.oldTopic),
        ...(move.newStreamId !== undefined && { new_stream_id: move.newStreamId }),
        ...(move.topic !== undefined && {
          subject: shown(move.topic),
          topic_links: move.topicLinks ?? [],
        }),
      }),
      ...(content && {
        content: content.now,
        rendered_content: content.renderedNow,
        ...(!payload.isRenderingOnly && {
          orig_content: content.before,
          orig_rendered_content: content.renderedBefore,
          is_me_message: content.isMeMessage,
        }),
      }),
    };
  },
});

function flagsOf({ usual, others }: FlagsByReader, userId: number): number {
  return others[userId] ?? usual;
}

export function flagsByReader(flags: ReadonlyMap<number, number>): FlagsByReader {
  const counts = new Map<number, number>();
  for (const bits of flags.values()) counts.set(bits, (counts.get(bits) ?? 0) + 1);
  const [usual = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return {
    usual,
    others: Object.fromEntries([...flags].filter(([, bits]) => bits !== usual)),
  };
}
