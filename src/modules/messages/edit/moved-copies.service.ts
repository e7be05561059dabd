// What a move to another channel means for the copies that people have: who may not read the
// messages there loses them and is told that they are gone; who is subscribed where the history is
// protected gets copies, without which they would see nothing; and who is not subscribed there has
// nothing unread there.
import { Injectable } from '@nestjs/common';
import { deleteMessageEvent } from '#modules/messages/delete';
import { messageFlagsEvent } from '#modules/messages/flags';
import { type Stream, StreamHistory } from '#modules/streams/streams';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { CopiesRepository, type Owners, type SharedCopies } from './copies.repository.js';

@Injectable()
export class MovedCopies {
  constructor(
    private readonly copiesRepository: CopiesRepository,
    private readonly streamHistory: StreamHistory,
    private readonly eventLog: EventLog,
  ) {}

  /** Joins the present transaction, after the move. `ids` ascending. */
  async settle(from: Stream, oldTopic: string, to: Stream, ids: number[]): Promise<void> {
    const gone = (messageIds: number[], userIds: number[]): void => {
      if (userIds.length === 0 || messageIds.length === 0) return;
      const payload = { messageIds, channel: { streamId: from.id, topic: oldTopic } };
      this.eventLog.append(deleteMessageEvent(from.realm_id, payload, Audience.users(userIds)));
    };
    const before = from.history_public_to_subscribers ? await this.readersOf(from) : [];
    const still = new Set(await this.streamHistory.filterReaders(to, before));
    const lost = new Set(before.filter((id) => !still.has(id)));
    gone(ids, [...lost]);
    for (const { messageIds, userIds } of await this.takeFromStrangers(to, ids)) {
      // Where they could read all, they were told of all.
      gone(
        messageIds,
        userIds.filter((id) => !lost.has(id)),
      );
    }
    if (!to.history_public_to_subscribers) {
      await this.copiesRepository.giveToSubscribers(to.id, ids);
      for (const { messageIds, userIds } of await this.unheld([...still], ids)) {
        gone(messageIds, userIds);
      }
    }
  }

  /** After people were told where the messages are. */
  async markReadOutside(from: Stream, to: Stream, ids: number[]): Promise<void> {
    for (const { messageIds, userIds } of await this.copiesRepository.markReadOutside(
      from.id,
      to.id,
      ids,
    )) {
      this.eventLog.append(
        messageFlagsEvent(
          to.realm_id,
          { op: 'add', flag: 'read', messages: messageIds },
          Audience.users(userIds),
        ),
      );
    }
  }

  private async readersOf(stream: Stream): Promise<number[]> {
    const readers = await this.streamHistory.readers(stream);
    switch (readers.kind) {
      case 'users':
        return readers.userIds;
      case 'non-guests':
        return [
          ...(await this.copiesRepository.peopleOf(stream.realm_id, 'others')),
          ...readers.guestIds,
        ];
      case 'realm':
        return [
          ...(await this.copiesRepository.peopleOf(stream.realm_id, 'others')),
          ...(await this.copiesRepository.peopleOf(stream.realm_id, 'guests')),
        ];
      case 'public-stream':
      case 'internal':
        return [];
    }
  }

  /** The copies of those who may not read the channel. */
  private async takeFromStrangers(stream: Stream, ids: number[]): Promise<SharedCopies[]> {
    const owners = await this.strangersTo(stream);
    return owners ? this.copiesRepository.take(owners, ids) : [];
  }

  private async strangersTo(stream: Stream): Promise<Owners | undefined> {
    const readers = await this.streamHistory.readers(stream);
    switch (readers.kind) {
      case 'users':
        return { besides: readers.userIds };
      case 'non-guests': {
        const guests = await this.copiesRepository.peopleOf(stream.realm_id, 'guests');
        const reading = new Set(readers.guestIds);
        return { among: guests.filter((id) => !reading.has(id)) };
      }
      default:
        return undefined;
    }
  }

  /** Which of the messages each of the people has no copy of. */
  private async unheld(userIds: number[], ids: number[]): Promise<SharedCopies[]> {
    if (userIds.length === 0) return [];
    const groups: SharedCopies[] = [];
    const without = new Set(userIds);
    for (const held of await this.copiesRepository.held(ids)) {
      const people = held.userIds.filter((id) => without.delete(id));
      const known = new Set(held.messageIds);
      groups.push({ messageIds: ids.filter((id) => !known.has(id)), userIds: people });
    }
    return [...groups, { messageIds: ids, userIds: [...without] }];
  }
}
