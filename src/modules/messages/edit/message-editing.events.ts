// Messages were edited or moved. Stored once for all who see the same of it; each gets the flags of
// their own copy of the message that was named.
import type { TopicLink } from '#modules/markdown/markdown';
import { flagNames } from '#modules/messages/user-messages';
import { topicForClient } from '#modules/streams/streams';
import { defineEvent } from '#platform/event-log/event-definition.js';

/** Flag bits by user id; most people have the usual ones and are not listed. */
export interface FlagsByReader {
  usual: number;
  others: Record<number, number>;
}

export type PropagateMode = 'change_one' | 'change_later' | 'change_all';

export interface MessagesUpdated {
  /** Null when the server rendered the message again. */
  userId: number | null;
  /** Nothing but the HTML is new. */
  isRenderingOnly?: true;
  messageId: number;
  /** Ascending, `messageId` among them. */
  messageIds: number[];
  flags: FlagsByReader;
  /** UNIX seconds. */
  editTimestamp: number;
  /** Where the messages were. Null for direct messages. */
  channel: { streamId: number; name?: string } | null;
  move?: {
    newStreamId?: number;
    mode: PropagateMode;
    oldTopic: string;
    /** Absent when only the channel changed, as are the links in it. */
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

export const updateMessageEvent = defineEvent<MessagesUpdated>({
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

/** The flags that most have become the usual ones. */
export function flagsByReader(flags: ReadonlyMap<number, number>): FlagsByReader {
  const counts = new Map<number, number>();
  for (const bits of flags.values()) counts.set(bits, (counts.get(bits) ?? 0) + 1);
  const [usual = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return {
    usual,
    others: Object.fromEntries([...flags].filter(([, bits]) => bits !== usual)),
  };
}
