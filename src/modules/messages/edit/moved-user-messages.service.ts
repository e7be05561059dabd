// User messages after a move to another channel. Users who cannot read the messages there lose their user
// messages, and their clients delete the messages. Subscribers of a channel with protected history get
// historical user messages, without which they could not read the messages. For users who are not
// subscribed, the messages become read.
import { Injectable } from '@nestjs/common';
import { deleteMessageEvent } from '#modules/messages/delete';
import { messageFlagsEvent } from '#modules/messages/flags';
import type { UserMessageGroup } from '#modules/messages/user-messages';
import { type Stream, StreamHistory } from '#modules/streams/streams';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { MovePlan } from './move-plan.js';
import { UserMessagesRepository, type UserSet } from './user-messages.repository.js';

@Injectable()
export class MovedUserMessages {
  constructor(
    private readonly userMessagesRepository: UserMessagesRepository,
    private readonly streamHistory: StreamHistory,
    private readonly eventLog: EventLog,
  ) {}

  /** Joins the current transaction, after the move. `ids` ascending. */
  async update(plan: MovePlan, ids: number[]): Promise<void> {
    const [from, to] = [plan.from.stream, plan.to.stream];
    const before = from.historyPublicToSubscribers ? await this.readersOf(from) : [];
    const readers = new Set(await this.streamHistory.filterReaders(to, before));
    const lost = new Set(before.filter((id) => !readers.has(id)));
    this.publishDeletion(plan, { messageIds: ids, userIds: [...lost] });
    for (const { messageIds, userIds } of await this.deleteOfNonReaders(to, ids)) {
      // Users who could read the history have received the event about all messages.
      const others = userIds.filter((id) => !lost.has(id));
      this.publishDeletion(plan, { messageIds, userIds: others });
    }
    if (to.historyPublicToSubscribers) return;
    await this.userMessagesRepository.insertForSubscribers(to.id, ids);
    for (const group of await this.withoutUserMessages([...readers], ids)) {
      this.publishDeletion(plan, group);
    }
  }

  /** Joins the current transaction, after the event about the move. */
  async markReadForUnsubscribed({ from, to }: MovePlan, ids: number[]): Promise<void> {
    const marked = await this.userMessagesRepository.markReadForUnsubscribed(
      from.stream.id,
      to.stream.id,
      ids,
    );
    for (const { messageIds, userIds } of marked) {
      const change = { op: 'add' as const, flag: 'read', messages: messageIds };
      this.eventLog.append(messageFlagsEvent(to.stream.realmId, change, Audience.users(userIds)));
    }
  }

  private async readersOf(stream: Stream): Promise<number[]> {
    const { realmId } = stream;
    const readers = await this.streamHistory.findReaders(stream);
    switch (readers.kind) {
      case 'users':
        return readers.userIds;
      case 'non-guests': {
        const users = await this.userMessagesRepository.activeUsers(realmId, 'non-guests');
        return [...users, ...readers.guestIds];
      }
      case 'realm':
        return [
          ...(await this.userMessagesRepository.activeUsers(realmId, 'non-guests')),
          ...(await this.userMessagesRepository.activeUsers(realmId, 'guests')),
        ];
      case 'public-stream':
      case 'entries':
      case 'internal':
        return [];
    }
  }

  private async deleteOfNonReaders(stream: Stream, ids: number[]): Promise<UserMessageGroup[]> {
    const users = await this.nonReaders(stream);
    return users ? this.userMessagesRepository.delete(users, ids) : [];
  }

  /** Undefined when all users can read the channel. */
  private async nonReaders(stream: Stream): Promise<UserSet | undefined> {
    const readers = await this.streamHistory.findReaders(stream);
    switch (readers.kind) {
      case 'users':
        return { except: readers.userIds };
      case 'non-guests': {
        const guests = await this.userMessagesRepository.activeUsers(stream.realmId, 'guests');
        const reading = new Set(readers.guestIds);
        return { only: guests.filter((id) => !reading.has(id)) };
      }
      default:
        return undefined;
    }
  }

  /** The messages that each of the users did not receive. */
  private async withoutUserMessages(userIds: number[], ids: number[]): Promise<UserMessageGroup[]> {
    if (userIds.length === 0) return [];
    const groups: UserMessageGroup[] = [];
    const left = new Set(userIds);
    for (const received of await this.userMessagesRepository.receivers(ids)) {
      const receivers = received.userIds.filter((id) => left.delete(id));
      const receivedIds = new Set(received.messageIds);
      const missing = ids.filter((id) => !receivedIds.has(id));
      groups.push({ messageIds: missing, userIds: receivers });
    }
    return [...groups, { messageIds: ids, userIds: [...left] }];
  }

  private publishDeletion(
    { from: { stream }, oldTopic }: MovePlan,
    { messageIds, userIds }: UserMessageGroup,
  ): void {
    if (userIds.length === 0 || messageIds.length === 0) return;
    const payload = { messageIds, channel: { streamId: stream.id, topic: oldTopic } };
    this.eventLog.append(deleteMessageEvent(stream.realmId, payload, Audience.users(userIds)));
  }
}
