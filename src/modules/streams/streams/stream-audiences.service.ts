// Who may know of channels, and so hears of what happens to them. A few statements answer for any
// number of channels, and from the database: what another process changed a moment ago counts.
import { Injectable } from '@nestjs/common';
import { type GroupGraph, GroupMembership, type GroupUser } from '#modules/groups/groups';
import { Audience } from '#platform/event-log/audience.js';
import { Role } from '#platform/http/actor.js';
import { StreamAudiencesRepository } from './stream-audiences.repository.js';
import { METADATA_PERMISSIONS } from './stream-rules.js';
import type { Stream } from './streams.view.js';

/** By the id of the channel. */
export type StreamAudienceMap = ReadonlyMap<number, Audience>;

@Injectable()
export class StreamAudiences {
  constructor(
    private readonly streamAudiencesRepository: StreamAudiencesRepository,
    private readonly groupMembership: GroupMembership,
  ) {}

  /** Everyone who may know of the channel. */
  async of(stream: Stream): Promise<Audience> {
    return (await this.ofAll(stream.realm_id, [stream])).get(stream.id)!;
  }

  /** Everyone who may know of each of these channels of a realm. */
  async ofAll(realmId: number, streams: Stream[]): Promise<StreamAudienceMap> {
    const open = streams.filter((stream) => !stream.invite_only && !stream.is_web_public);
    const closed = streams.filter((stream) => stream.invite_only && !stream.is_web_public);
    const audiences = new Map<number, Audience>(
      streams.map(({ id }) => [id, Audience.realm()] as const),
    );
    if (open.length > 0) {
      const guests = await this.streamAudiencesRepository.guestReaders(open.map(({ id }) => id));
      for (const { id } of open) audiences.set(id, Audience.nonGuests(guests.get(id) ?? []));
    }
    if (closed.length > 0) {
      const readers = await this.streamAudiencesRepository.readers(closed.map(({ id }) => id));
      const shownTo = await this.shownTo(realmId);
      for (const stream of closed) {
        const knowing = new Set([...shownTo(stream), ...(readers.get(stream.id) ?? [])]);
        audiences.set(stream.id, Audience.users([...knowing]));
      }
    }
    return audiences;
  }

  /** The same as ids of active people and bots, whatever the kind of channel. */
  async idsOf(stream: Stream): Promise<Set<number>> {
    const audience = await this.of(stream);
    if (audience.kind === 'users') return new Set(audience.userIds);
    const people = await this.streamAudiencesRepository.people(stream.realm_id);
    const guests = new Set(audience.kind === 'non-guests' ? audience.guestIds : []);
    const knowing = people.filter(
      ({ role, userId }) => audience.kind === 'realm' || role !== Role.Guest || guests.has(userId),
    );
    return new Set(knowing.map(({ userId }) => userId));
  }

  /** These people and their bots, who may know of what their owners may know of. */
  async withBots(userIds: number[]): Promise<Set<number>> {
    return new Set([...userIds, ...(await this.streamAudiencesRepository.botIdsOf(userIds))]);
  }

  /** All active people and bots to whom a group can show a channel. */
  async nonGuests(realmId: number): Promise<GroupUser[]> {
    return (await this.streamAudiencesRepository.people(realmId)).filter(
      ({ role }) => role !== Role.Guest,
    );
  }

  /** Who knows of private channels without reading them, by role or by a group. */
  private async shownTo(realmId: number): Promise<(stream: Stream) => number[]> {
    const people = await this.nonGuests(realmId);
    const graph = await this.groupMembership.currentGraph(realmId);
    // Many channels are open to the same groups.
    const known = new Map<string, number[]>();
    return ({ permissions }) => {
      const granting = METADATA_PERMISSIONS.map((name) => permissions[name]);
      const key = JSON.stringify(granting);
      const userIds = known.get(key) ?? knowingBy(granting, people, graph);
      known.set(key, userIds);
      return userIds;
    };
  }
}

/** Those who are named in the one audience but not in the other, of the same channel. */
export function onlyIn(one: Audience, other: Audience): number[] {
  const known = new Set(namedIn(other));
  return namedIn(one).filter((id) => !known.has(id));
}

function namedIn(audience: Audience): number[] {
  switch (audience.kind) {
    case 'users':
      return audience.userIds;
    case 'non-guests':
      return audience.guestIds;
    default:
      return [];
  }
}

function knowingBy(
  granting: Parameters<GroupGraph['contains']>[0][],
  people: GroupUser[],
  graph: GroupGraph,
): number[] {
  return people
    .filter(
      (person) =>
        person.role <= Role.Administrator ||
        granting.some((value) => graph.contains(value, person)),
    )
    .map(({ userId }) => userId);
}
