// Unread messages, grouped by recipient, as `unread_msgs` of the register state.
import { countsAsMention } from '#modules/messages/user-messages';
import { topicForClient } from '#modules/streams/streams';
import type { SnapshotState } from '#platform/event-log/snapshot-section.js';
import type { UnreadMessage } from './unread-messages.repository.js';

/** `messages` are ascending by id, as are all lists of ids. `isMissing` says that there are older ones. */
export function unreadMessagesView(
  userId: number,
  messages: UnreadMessage[],
  { understandsEmptyTopic, isMissing }: { understandsEmptyTopic: boolean; isMissing: boolean },
): NonNullable<SnapshotState['unread_msgs']> {
  const topics = new Map<string, { topic: string; streamId: number; ids: number[] }>();
  const pairs = new Map<number, number[]>();
  const groups = new Map<string, number[]>();
  const mentions: number[] = [];
  let count = 0;
  for (const { id, topic, streamId, userIds, flags, isMuted } of messages) {
    if (countsAsMention(flags, isMuted)) mentions.push(id);
    if (!isMuted) count++;
    if (streamId !== null) {
      const key = `${streamId} ${topic.toLowerCase()}`;
      const unread = topics.get(key) ?? { topic, streamId, ids: [] };
      // The newest spelling of a topic is shown.
      unread.topic = topic;
      unread.ids.push(id);
      topics.set(key, unread);
    } else if (userIds.length <= 2) {
      addTo(pairs, userIds.find((other) => other !== userId) ?? userId, id);
    } else {
      addTo(groups, userIds.join(','), id);
    }
  }
  return {
    count,
    pms: Array.from(pairs, ([other, ids]) => ({
      other_user_id: other,
      sender_id: other,
      unread_message_ids: ids,
    })),
    streams: Array.from(topics.values(), ({ topic, streamId, ids }) => ({
      topic: topicForClient(topic, understandsEmptyTopic),
      stream_id: streamId,
      unread_message_ids: ids,
    })),
    huddles: Array.from(groups, ([key, ids]) => ({
      user_ids_string: key,
      unread_message_ids: ids,
    })),
    mentions,
    old_unreads_missing: isMissing,
  };
}

function addTo<Key>(lists: Map<Key, number[]>, key: Key, id: number): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}
