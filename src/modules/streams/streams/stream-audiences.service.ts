// The users with access to the metadata of streams, who are the audiences of the events of streams. Reads
// the database instead of caches, with a constant number of statements for any number of streams.
import { Injectable } from '@nestjs/common';
import { type GroupGraph, GroupMembership, type GroupUser } from '#modules/groups/groups';
import { Audience } from '#platform/event-log/audience.js';
import { Role } from '#platform/http/actor.js';
import { StreamAudiencesRepository } from './stream-audiences.repository.js';
import { METADATA_PERMISSIONS } from './stream-rules.js';
import type { Stream } from './streams.repository.js';

/** Keyed by stream id. */
export type StreamAudienceMap = ReadonlyMap<number, Audience>;

@Injectable()
export class StreamAudiences {
  constructor(
    private readonly streamAudiencesRepository: StreamAudiencesRepository,
    private readonly groupMembership: GroupMembership,
  ) {}

  /** Returns all users with access to the metadata. */
  async of(stream: Stream): Promise<Audience> {
    return (await this.ofAll(stream.realmId, [stream])).get(stream.id)!;
  }

  /** As `of`, for any number of streams of one realm. */
  async ofAll(realmId: number, streams: Stream[]): Promise<StreamAudienceMap> {
    const open = streams.filter((stream) => !stream.inviteOnly && !stream.isWebPublic);
    const closed = streams.filter((stream) => stream.inviteOnly && !stream.isWebPublic);
    const audiences = new Map<number, Audience>(
      streams.map(({ id }) => [id, Audience.realm()] as const),
    );
    if (open.length > 0) {
      const guests = await this.streamAudiencesRepository.findGuestReaders(
        open.map(({ id }) => id),
      );
      for (const { id } of open) audiences.set(id, Audience.nonGuests(guests.get(id) ?? []));
    }
    if (closed.length > 0) {
      const readers = await this.streamAudiencesRepository.findReaders(closed.map(({ id }) => id));
      const shownTo = await this.usersWithAccess(realmId);
      for (const stream of closed) {
        const userIds = new Set([...shownTo(stream), ...(readers.get(stream.id) ?? [])]);
        audiences.set(stream.id, Audience.users([...userIds]));
      }
    }
    return audiences;
  }

  /** As `of`, but always returns the ids of active users. */
  async userIdsOf(stream: Stream): Promise<Set<number>> {
    const audience = await this.of(stream);
    if (audience.kind === 'users') return new Set(audience.userIds);
    const people = await this.streamAudiencesRepository.findActiveUsers(stream.realmId);
    const guests = new Set(audience.kind === 'non-guests' ? audience.guestIds : []);
    const users = people.filter(
      ({ role, userId }) => audience.kind === 'realm' || role !== Role.Guest || guests.has(userId),
    );
    return new Set(users.map(({ userId }) => userId));
  }

  /** Adds the bots of the users, which can access what their owners can. */
  async withBots(userIds: number[]): Promise<Set<number>> {
    return new Set([...userIds, ...(await this.streamAudiencesRepository.botIdsOf(userIds))]);
  }

  /** Returns all active users who can gain access by a group. */
  async nonGuests(realmId: number): Promise<GroupUser[]> {
    return (await this.streamAudiencesRepository.findActiveUsers(realmId)).filter(
      ({ role }) => role !== Role.Guest,
    );
  }

  /** Users with metadata access to private streams by role or group, without a subscription. */
  private async usersWithAccess(realmId: number): Promise<(stream: Stream) => number[]> {
    const people = await this.nonGuests(realmId);
    const graph = await this.groupMembership.currentGraph(realmId);
    // Many streams share the same groups.
    const cache = new Map<string, number[]>();
    return ({ permissions }) => {
      const granting = METADATA_PERMISSIONS.map((name) => permissions[name]);
      const key = JSON.stringify(granting);
      const userIds = cache.get(key) ?? usersGranted(granting, people, graph);
      cache.set(key, userIds);
      return userIds;
    };
  }
}

/** Returns the users listed in one audience of a stream but not in another. */
export function usersOnlyIn(audience: Audience, other: Audience): number[] {
  const excluded = new Set(listedIn(other));
  return listedIn(audience).filter((id) => !excluded.has(id));
}

function listedIn(audience: Audience): number[] {
  switch (audience.kind) {
    case 'users':
      return audience.userIds;
    case 'non-guests':
      return audience.guestIds;
    default:
      return [];
  }
}

function usersGranted(
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
