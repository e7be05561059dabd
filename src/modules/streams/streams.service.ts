// What follows for a channel from what happens in it, and who may know of it.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/group-membership.service.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Role } from '#platform/http/actor.js';
import { streamEvent } from './streams.events.js';
import { StreamsRepository } from './streams.repository.js';
import type { PostingGroups, Stream } from './streams.view.js';

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
    await this.repository.markUsed(stream.id, messageId);
    const audience = await this.metadataAudience(stream);
    const changed = (property: string, value: unknown) =>
      streamEvent(
        stream.realm_id,
        { op: 'update', stream_id: stream.id, name: stream.name, property, value },
        audience,
      );
    if (stream.first_message_id === null) {
      this.log.append(changed('first_message_id', messageId));
    }
    if (!stream.is_recently_active) this.log.append(changed('is_recently_active', true));
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
    const graph = await this.groups.graph(stream.realm_id);
    const { can_administer_channel_group, can_add_subscribers_group, can_subscribe_group } =
      stream.permissions;
    const granting = [can_administer_channel_group, can_add_subscribers_group, can_subscribe_group];
    return Audience.users(
      members
        .filter(
          ({ is_subscribed, userId, role }) =>
            is_subscribed ||
            role <= Role.Administrator ||
            (role !== Role.Guest &&
              granting.some((value) => graph.contains(value, { userId, role }))),
        )
        .map(({ userId }) => userId),
    );
  }

  /** Those of the given people who may not know of the channel. */
  async withoutMetadata(stream: Stream, userIds: number[]): Promise<number[]> {
    const audience = await this.metadataAudience(stream);
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
