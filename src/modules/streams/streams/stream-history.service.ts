// The history of streams: the users who can read it, and the first message.
import { Injectable } from '@nestjs/common';
import {
  type GroupGraph,
  GroupMembership,
  type GroupUser,
  isSameGroupSetting,
} from '#modules/groups/groups';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Role } from '#platform/http/actor.js';
import { StreamAudiences } from './stream-audiences.service.js';
import { StreamHistoryRepository } from './stream-history.repository.js';
import { CONTENT_PERMISSIONS } from './stream-rules.js';
import { streamChanged } from './streams.events.js';
import type { Stream } from './streams.repository.js';

@Injectable()
export class StreamHistory {
  constructor(
    private readonly streamHistoryRepository: StreamHistoryRepository,
    private readonly streamAudiences: StreamAudiences,
    private readonly groupMembership: GroupMembership,
    private readonly eventLog: EventLog,
  ) {}

  /**
   * Returns the users with access to the content. In a stream with protected history they can still
   * read only messages that they received.
   */
  async findReaders(stream: Stream): Promise<Audience> {
    if (stream.isWebPublic) return Audience.realm();
    if (!stream.inviteOnly) {
      return Audience.nonGuests(await this.streamHistoryRepository.guestSubscriberIds(stream.id));
    }
    const people = await this.streamHistoryRepository.findUsersWithSubscription(
      stream.realmId,
      stream.id,
    );
    const graph = await this.groupMembership.currentGraph(stream.realmId);
    return Audience.users(
      people
        .filter((person) => person.isSubscribed || mayReadUnsubscribed(stream, person, graph))
        .map(({ userId }) => userId),
    );
  }

  /** Returns the users among `userIds` with access to the content. */
  async filterReaders(stream: Stream, userIds: number[]): Promise<number[]> {
    if (userIds.length === 0) return [];
    const readers = await this.findReaders(stream);
    switch (readers.kind) {
      case 'users': {
        const reading = new Set(readers.userIds);
        return userIds.filter((id) => reading.has(id));
      }
      case 'non-guests': {
        const guests = new Set(await this.streamHistoryRepository.guestsAmong(userIds));
        const reading = new Set(readers.guestIds);
        return userIds.filter((id) => !guests.has(id) || reading.has(id));
      }
      default:
        return userIds;
    }
  }

  /** Returns former subscribers, all or among `userIds`, without access to the content. */
  async findFormerReaders(
    realmId: number,
    streams: Stream[],
    userIds?: number[],
  ): Promise<{ stream: Stream; lostContent: number[] }[]> {
    const closed = streams.filter((stream) => !stream.isWebPublic);
    if (closed.length === 0) return [];
    const people = await this.streamHistoryRepository.findFormerSubscribers(
      realmId,
      closed.map(({ id }) => id),
      userIds ?? null,
    );
    if (people.length === 0) return [];
    const graph = await this.groupMembership.currentGraph(realmId);
    const byId = new Map(
      closed.map((stream) => [stream.id, { stream, lostContent: [] as number[] }]),
    );
    for (const person of people) {
      const { stream, lostContent } = byId.get(person.streamId)!;
      if (!mayReadUnsubscribed(stream, person, graph)) lostContent.push(person.userId);
    }
    return [...byId.values()].filter(({ lostContent }) => lostContent.length > 0);
  }

  /**
   * Updates the first message after messages were deleted. Joins the current transaction;
   * `findOldest` runs after the stream is locked.
   */
  async updateFirstMessage(
    stream: Stream,
    findOldest: () => Promise<number | null>,
  ): Promise<void> {
    const current = await this.streamHistoryRepository.lockFirstMessageId(stream.id);
    const oldest = await findOldest();
    if (oldest === current) return;
    await this.streamHistoryRepository.setFirstMessageId(stream.id, oldest);
    const change = { property: 'first_message_id', value: oldest };
    this.eventLog.append(streamChanged(stream, change, await this.streamAudiences.of(stream)));
  }
}

/** Whether a user can read a stream that is not web-public without a subscription. */
function mayReadUnsubscribed(
  { inviteOnly: isPrivate, permissions }: Stream,
  { userId, role }: GroupUser,
  graph: GroupGraph,
): boolean {
  if (role === Role.Guest) return false;
  return (
    !isPrivate ||
    CONTENT_PERMISSIONS.some((name) => graph.contains(permissions[name], { userId, role }))
  );
}

/** Whether a change of a stream can affect who can read it. */
export function changesReaders(before: Stream, after: Stream): boolean {
  return (
    before.inviteOnly !== after.inviteOnly ||
    before.isWebPublic !== after.isWebPublic ||
    CONTENT_PERMISSIONS.some(
      (name) => !isSameGroupSetting(before.permissions[name], after.permissions[name]),
    )
  );
}
