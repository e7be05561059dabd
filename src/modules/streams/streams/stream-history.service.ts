// The history of a channel as a whole: who may read it, and where it begins.
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
import type { Stream } from './streams.view.js';

@Injectable()
export class StreamHistory {
  constructor(
    private readonly streamHistoryRepository: StreamHistoryRepository,
    private readonly streamAudiences: StreamAudiences,
    private readonly groupMembership: GroupMembership,
    private readonly eventLog: EventLog,
  ) {}

  /**
   * Everyone who may read what is sent to the channel. Where the history is protected, they may
   * still see only those messages of which they have a copy.
   */
  async readers(stream: Stream): Promise<Audience> {
    if (stream.is_web_public) return Audience.realm();
    if (!stream.invite_only) {
      return Audience.nonGuests(await this.streamHistoryRepository.guestSubscriberIds(stream.id));
    }
    const people = await this.streamHistoryRepository.peopleWithSubscription(
      stream.realm_id,
      stream.id,
    );
    const graph = await this.groupMembership.currentGraph(stream.realm_id);
    return Audience.users(
      people
        .filter((person) => person.isSubscribed || mayReadUnsubscribed(stream, person, graph))
        .map(({ userId }) => userId),
    );
  }

  /** Those of these people who may read what is sent to the channel. */
  async readersAmong(stream: Stream, userIds: number[]): Promise<number[]> {
    if (userIds.length === 0) return [];
    const readers = await this.readers(stream);
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

  /**
   * Who once was subscribed to one of the channels of a realm and may not read it any more: of all
   * people, or of the given ones.
   */
  async formerReaders(
    realmId: number,
    streams: Stream[],
    among?: number[],
  ): Promise<{ stream: Stream; closedTo: number[] }[]> {
    const closed = streams.filter((stream) => !stream.is_web_public);
    if (closed.length === 0) return [];
    const people = await this.streamHistoryRepository.formerSubscribers(
      realmId,
      closed.map(({ id }) => id),
      among ?? null,
    );
    if (people.length === 0) return [];
    const graph = await this.groupMembership.currentGraph(realmId);
    const byId = new Map(closed.map((stream) => [stream.id, { stream, closedTo: [] as number[] }]));
    for (const person of people) {
      const { stream, closedTo } = byId.get(person.streamId)!;
      if (!mayReadUnsubscribed(stream, person, graph)) closedTo.push(person.userId);
    }
    return [...byId.values()].filter(({ closedTo }) => closedTo.length > 0);
  }

  /**
   * Finds the first message of the channel anew, after messages were deleted from it. Joins the
   * present transaction; `findOldest` is asked when nobody else can change the answer any more.
   */
  async findFirstMessage(stream: Stream, findOldest: () => Promise<number | null>): Promise<void> {
    const known = await this.streamHistoryRepository.lockFirstMessageId(stream.id);
    const oldest = await findOldest();
    if (oldest === known) return;
    await this.streamHistoryRepository.setFirstMessageId(stream.id, oldest);
    const change = { property: 'first_message_id', value: oldest };
    this.eventLog.append(streamChanged(stream, change, await this.streamAudiences.of(stream)));
  }
}

/** Whether somebody may read a channel, which is not web-public, without being subscribed. */
function mayReadUnsubscribed(
  { invite_only: isPrivate, permissions }: Stream,
  { userId, role }: GroupUser,
  graph: GroupGraph,
): boolean {
  if (role === Role.Guest) return false;
  return (
    !isPrivate ||
    CONTENT_PERMISSIONS.some((name) => graph.contains(permissions[name], { userId, role }))
  );
}

/** Whether a change of a channel can matter to who may read it. */
export function decidesWhoReads(before: Stream, after: Stream): boolean {
  return (
    before.invite_only !== after.invite_only ||
    before.is_web_public !== after.is_web_public ||
    CONTENT_PERMISSIONS.some(
      (name) => !isSameGroupSetting(before.permissions[name], after.permissions[name]),
    )
  );
}
