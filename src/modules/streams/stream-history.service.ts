// The history of a channel as a whole: who may read it, and where it begins.
import { Injectable } from '@nestjs/common';
import { GroupMembership, type GroupUser } from '#modules/groups/group-membership.service.js';
import { isSameGroupSetting } from '#modules/groups/group-setting.service.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Role } from '#platform/http/actor.js';
import { CONTENT_PERMISSIONS } from './stream-rules.js';
import { StreamHistoryRepository } from './stream-history.repository.js';
import { streamEvent } from './streams.events.js';
import { StreamsRepository } from './streams.repository.js';
import { StreamsService } from './streams.service.js';
import type { Stream } from './streams.view.js';

@Injectable()
export class StreamHistory {
  constructor(
    private readonly repository: StreamHistoryRepository,
    private readonly streamsRepository: StreamsRepository,
    private readonly streams: StreamsService,
    private readonly groups: GroupMembership,
    private readonly log: EventLog,
  ) {}

  /**
   * Everyone who may read what is sent to the channel. Where the history is protected, they may
   * still see only those messages of which they have a copy.
   */
  async readers(stream: Stream): Promise<Audience> {
    if (stream.is_web_public) return Audience.realm();
    if (!stream.invite_only) {
      return Audience.nonGuests(await this.streamsRepository.guestSubscriberIds(stream.id));
    }
    const people = await this.repository.peopleWithSubscription(stream.realm_id, stream.id);
    const isGranted = await this.grants(stream);
    return Audience.users(
      people
        .filter((person) => person.isSubscribed || isGranted(person))
        .map(({ userId }) => userId),
    );
  }

  /**
   * Who once was subscribed to the channel and may not read it any more: of all people, or of the
   * given ones.
   */
  async formerReaders(stream: Stream, among?: number[]): Promise<number[]> {
    if (stream.is_web_public) return [];
    const { realm_id: realmId, id } = stream;
    const people = await this.repository.formerSubscribers(realmId, id, among ?? null);
    if (people.length === 0) return [];
    const isGranted = stream.invite_only
      ? await this.grants(stream)
      : ({ role }: GroupUser) => role !== Role.Guest;
    return people.filter((person) => !isGranted(person)).map(({ userId }) => userId);
  }

  /** Whether somebody may read a private channel without being subscribed. */
  private async grants(stream: Stream): Promise<(person: GroupUser) => boolean> {
    const graph = await this.groups.currentGraph(stream.realm_id);
    const granting = CONTENT_PERMISSIONS.map((permission) => stream.permissions[permission]);
    return ({ userId, role }) =>
      role !== Role.Guest && granting.some((value) => graph.contains(value, { userId, role }));
  }

  /**
   * Finds the first message of the channel anew, after messages were deleted from it. Joins the
   * present transaction; `findOldest` is asked when nobody else can change the answer any more.
   */
  async findFirstMessage(stream: Stream, findOldest: () => Promise<number | null>): Promise<void> {
    const known = await this.repository.lockFirstMessageId(stream.id);
    const oldest = await findOldest();
    if (oldest === known) return;
    await this.repository.setFirstMessageId(stream.id, oldest);
    this.log.append(
      streamEvent(
        stream.realm_id,
        {
          op: 'update',
          stream_id: stream.id,
          name: stream.name,
          property: 'first_message_id',
          value: oldest,
        },
        await this.streams.metadataAudience(stream),
      ),
    );
  }
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
