// The unread messages in the register state, which clients count and update by events.
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { UnreadMessagesRepository } from './unread-messages.repository.js';
import { unreadMessagesView } from './unread-messages.view.js';

/** Older unread messages are not listed. */
const MAX_MESSAGES = 50_000;

@Injectable()
@Snapshot()
export class UnreadMessagesSnapshot implements SnapshotSection {
  readonly fetchTypes = ['update_message_flags'];

  constructor(private readonly unreadMessagesRepository: UnreadMessagesRepository) {}

  async read({ actor, options, fetches }: SnapshotViewer): Promise<SnapshotState> {
    if (!fetches('message')) return {};
    const newest = await this.unreadMessagesRepository.newest(actor.userId, MAX_MESSAGES + 1);
    const messages = newest.slice(0, MAX_MESSAGES).toReversed();
    return {
      unread_msgs: unreadMessagesView(actor.userId, messages, {
        understandsEmptyTopic: options.capabilities.empty_topic_name ?? false,
        isMissing: newest.length > MAX_MESSAGES,
      }),
    };
  }
}
