// The newest message and the direct message conversations in the register state.
import { Injectable } from '@nestjs/common';
import { UsersService } from '#modules/users/users';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { MessagesRepository } from './messages.repository.js';

const MAX_CONVERSATIONS = 1000;

@Injectable()
@Snapshot()
export class MessagesSnapshot implements SnapshotSection {
  readonly fetchTypes = ['message', 'recent_private_conversations'];

  constructor(
    private readonly messagesRepository: MessagesRepository,
    private readonly usersService: UsersService,
  ) {}

  async read({ actor, fetches }: SnapshotViewer): Promise<SnapshotState> {
    const { realmId, userId } = actor;
    const state: SnapshotState = {};
    if (fetches('message')) state.max_message_id = await this.usersService.latestMessageId(userId);
    if (fetches('recent_private_conversations')) {
      const conversations = await this.messagesRepository.newestConversations(
        realmId,
        userId,
        MAX_CONVERSATIONS,
      );
      state.recent_private_conversations = conversations.map(({ userIds, newestId }) => ({
        max_message_id: newestId,
        user_ids: userIds.filter((id) => id !== userId),
      }));
    }
    return state;
  }
}
