// What the register snapshot tells of messages: the newest id, unread and starred messages, and the
// direct conversations (fetch types message, update_message_flags, starred_messages and
// recent_private_conversations).
import { Injectable } from '@nestjs/common';
import { StreamsAccess, topicForClient } from '#modules/streams/streams';
import { UsersService } from '#modules/users/users';
import type { Actor } from '#platform/http/actor.js';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { MessagesSnapshotRepository, type UnreadRow } from './messages-snapshot.repository.js';

/** Only the newest are listed; `old_unreads_missing` tells when there are more. */
const MAX_UNREAD = 50_000;
const MAX_CONVERSATIONS = 1000;

@Injectable()
@Snapshot()
export class MessagesSnapshot implements SnapshotSection {
  readonly fetchTypes = [
    'message',
    'update_message_flags',
    'starred_messages',
    'recent_private_conversations',
  ];

  constructor(
    private readonly messagesSnapshotRepository: MessagesSnapshotRepository,
    private readonly usersService: UsersService,
    private readonly streamsAccess: StreamsAccess,
  ) {}

  async read({ actor, options, fetches }: SnapshotViewer): Promise<SnapshotState> {
    const { userId } = actor;
    const state: SnapshotState = {};
    if (fetches('message')) state.max_message_id = await this.usersService.latestMessageId(userId);
    if (fetches('message') && fetches('update_message_flags')) {
      const rows = await this.messagesSnapshotRepository.unread(userId, MAX_UNREAD + 1);
      state.unread_msgs = unreadMessages(
        userId,
        rows,
        options.capabilities.empty_topic_name ?? false,
      );
    }
    if (fetches('starred_messages')) {
      state.starred_messages = await this.starredIds(actor);
    }
    if (fetches('recent_private_conversations')) {
      const rows = await this.messagesSnapshotRepository.conversations(
        actor.realmId,
        userId,
        MAX_CONVERSATIONS,
      );
      state.recent_private_conversations = rows.map((row) => ({
        max_message_id: row.max_message_id,
        user_ids: row.user_ids.filter((id) => id !== userId),
      }));
    }
    return state;
  }

  /** Without those in channels that the user may no longer read. */
  private async starredIds(actor: Actor): Promise<number[]> {
    const closed = await this.streamsAccess.findUnreadableRecipients(actor);
    return this.messagesSnapshotRepository.starredIds(actor.userId, closed);
  }
}

/** Rows are newest first; every list of ids is ascending. */
function unreadMessages(
  userId: number,
  newestFirst: UnreadRow[],
  understandsEmptyTopic: boolean,
): SnapshotState['unread_msgs'] {
  const missing = newestFirst.length > MAX_UNREAD;
  const rows = newestFirst.slice(0, MAX_UNREAD).toReversed();
  const streams = new Map<string, { topic: string; stream_id: number; ids: number[] }>();
  const pms = new Map<number, number[]>();
  const huddles = new Map<string, number[]>();
  const mentions: number[] = [];
  let count = 0;
  for (const row of rows) {
    if (row.is_mentioned) mentions.push(row.message_id);
    if (!row.is_muted || row.is_mentioned) count++;
    if (row.stream_id !== null) {
      const key = `${row.stream_id} ${row.topic.toLowerCase()}`;
      const topic = topicForClient(row.topic, understandsEmptyTopic);
      const unread = streams.get(key) ?? { topic, stream_id: row.stream_id, ids: [] };
      // The newest spelling of a topic is the one to show.
      unread.topic = topic;
      unread.ids.push(row.message_id);
      streams.set(key, unread);
    } else if (row.user_ids.length <= 2) {
      const other = row.user_ids.find((id) => id !== userId) ?? userId;
      addTo(pms, other, row.message_id);
    } else {
      addTo(huddles, row.user_ids.join(','), row.message_id);
    }
  }
  return {
    count,
    pms: [...pms].map(([other, ids]) => ({
      other_user_id: other,
      sender_id: other,
      unread_message_ids: ids,
    })),
    streams: [...streams.values()].map(({ topic, stream_id, ids }) => ({
      topic,
      stream_id,
      unread_message_ids: ids,
    })),
    huddles: [...huddles].map(([key, ids]) => ({ user_ids_string: key, unread_message_ids: ids })),
    mentions,
    old_unreads_missing: missing,
  };
}

function addTo<Key>(lists: Map<Key, number[]>, key: Key, id: number): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}
