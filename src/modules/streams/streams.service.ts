// What follows for a channel from what happens in it, and who may know of it.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/group-membership.service.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Role } from '#platform/http/actor.js';
import { METADATA_PERMISSIONS } from './stream-rules.js';
import { defaultStreamsEvent, streamEvent, streamsDeleted } from './streams.events.js';
import { StreamsRepository } from './streams.repository.js';
import { newStreamView, type PostingGroups, type Stream } from './streams.view.js';

@Injectable()
export class StreamsService {
  constructor(
    private readonly repository: StreamsRepository,
    private readonly groups: GroupMembership,
    private readonly log: EventLog,
  ) {}

  /**
   * Notes that a message was sent to the channel: its first one, and that it is in use, are part of
   * what clients know of it. Joins the present transaction.
   */
  async noteMessage(stream: Stream, messageId: number): Promise<void> {
    if (stream.first_message_id !== null && stream.is_recently_active) return;
    const isFirst = await this.repository.markUsed(stream.id, messageId);
    if (isFirst === undefined) return;
    const audience = await this.metadataAudience(stream);
    const changes = [
      ...(isFirst ? [{ property: 'first_message_id', value: messageId }] : []),
      ...(stream.is_recently_active ? [] : [{ property: 'is_recently_active', value: true }]),
    ];
    for (const change of changes) {
      this.log.append(
        streamEvent(
          stream.realm_id,
          { op: 'update', stream_id: stream.id, name: stream.name, ...change },
          audience,
        ),
      );
    }
  }

  /** Tells of channels that the present transaction made. */
  async announce(realmId: number, created: Stream[]): Promise<void> {
    if (created.length === 0) return;
    const groups = await this.postingGroups(realmId);
    for (const stream of created) {
      this.log.append(
        streamEvent(
          realmId,
          { op: 'create', streams: [newStreamView(stream, groups)] },
          await this.metadataAudience(stream),
        ),
      );
    }
    if (!created.some(({ is_default }) => is_default)) return;
    const ids = await this.repository.defaultIds(realmId);
    this.log.append(defaultStreamsEvent(realmId, { default_streams: ids }, Audience.nonGuests()));
  }

  /** Tells people of a channel that they could not know of until now. */
  async reveal(stream: Stream, userIds: number[]): Promise<void> {
    if (userIds.length === 0) return;
    const groups = await this.postingGroups(stream.realm_id);
    this.log.append(
      streamEvent(
        stream.realm_id,
        { op: 'create', streams: [newStreamView(stream, groups)] },
        Audience.users(userIds),
      ),
    );
  }

  /** Tells people of a channel that they may no longer know of. */
  conceal(stream: Stream, userIds: number[]): void {
    if (userIds.length === 0) return;
    this.log.append(
      streamEvent(stream.realm_id, streamsDeleted([stream.id]), Audience.users(userIds)),
    );
  }

  /** The channel of this id, whoever may know of it. */
  find(realmId: number, id: number): Promise<Stream | undefined> {
    return this.repository.find(realmId, id);
  }

  /** The channels that new members are subscribed to. */
  defaults(realmId: number): Promise<Stream[]> {
    return this.repository.findDefaults(realmId);
  }

  /** Everyone who may know of the channel. */
  async metadataAudience(stream: Stream): Promise<Audience> {
    if (stream.is_web_public) return Audience.realm();
    if (!stream.invite_only) {
      return Audience.nonGuests(await this.repository.guestSubscriberIds(stream.id));
    }
    const members = await this.repository.peopleWithRoles(stream.realm_id, stream.id);
    const graph = await this.groups.currentGraph(stream.realm_id);
    const granting = METADATA_PERMISSIONS.map((permission) => stream.permissions[permission]);
    return Audience.users(
      members
        .filter(
          ({ is_reader, userId, role }) =>
            is_reader ||
            role <= Role.Administrator ||
            (role !== Role.Guest &&
              granting.some((value) => graph.contains(value, { userId, role }))),
        )
        .map(({ userId }) => userId),
    );
  }

  /** Those of the given people, and of their bots, who may not know of the channel. */
  async withoutMetadata(stream: Stream, people: number[]): Promise<number[]> {
    const audience = await this.metadataAudience(stream);
    const userIds = [...new Set([...people, ...(await this.repository.botIdsOf(people))])];
    switch (audience.kind) {
      case 'users': {
        const knowing = new Set(audience.userIds);
        return userIds.filter((id) => !knowing.has(id));
      }
      case 'non-guests': {
        const knowing = new Set(audience.guestIds);
        const guests = await this.repository.guestsAmong(userIds);
        return guests.filter((id) => !knowing.has(id));
      }
      default:
        return [];
    }
  }

  /** The groups that the deprecated posting policy is computed from. */
  async postingGroups(realmId: number): Promise<PostingGroups> {
    const ids = await this.groups.systemGroupIds(realmId);
    return {
      administrators: ids['role:administrators'],
      moderators: ids['role:moderators'],
      fullMembers: ids['role:fullmembers'],
    };
  }
}
