// The effect of group membership changes on private streams: the users who gain or lose access to metadata,
// and those who lose access to content. Considers only users whose membership changed, and streams whose
// settings refer to the group or to a group that contains it.
import { Injectable } from '@nestjs/common';
import type { StreamPermission, GroupGraph, GroupUser } from '#modules/groups/groups';
import { Role } from '#platform/http/actor.js';
import { StreamAudiences } from './stream-audiences.service.js';
import { CONTENT_PERMISSIONS, METADATA_PERMISSIONS } from './stream-rules.js';
import { StreamVisibilityRepository } from './stream-visibility.repository.js';
import { StreamsService } from './streams.service.js';
import type { Stream } from './streams.repository.js';

/** The memberships of a realm before and after a change. */
export interface Memberships {
  before: GroupGraph;
  after: GroupGraph;
}

export interface VisibilityChange {
  stream: Stream;
  /** Users who gained access to the metadata. */
  gainedMetadata: number[];
  /** Users who lost access to the metadata. */
  lostMetadata: number[];
  /** Users who lost access to the content, with or without metadata access. */
  lostContent: number[];
}

@Injectable()
export class StreamVisibilityChanges {
  constructor(
    private readonly streamVisibilityRepository: StreamVisibilityRepository,
    private readonly streamsService: StreamsService,
    private readonly streamAudiences: StreamAudiences,
  ) {}

  /** Locks the private streams whose metadata is visible to members of one of the groups. */
  lockVisibleToGroups(realmId: number, groupIds: number[]): Promise<Stream[]> {
    return this.streamVisibilityRepository.lockVisibleToGroups(realmId, groupIds);
  }

  /**
   * For the creation of a user: a concurrent change of a private stream either commits before the
   * user exists, or its events include the user.
   */
  lockPrivate(realmId: number): Promise<void> {
    return this.streamVisibilityRepository.lockPrivate(realmId);
  }

  /**
   * Publishes the streams that became visible to users or were hidden from them. The streams must be
   * locked before the change. Joins the current transaction. Returns the streams with a change.
   */
  async publishChanges(
    realmId: number,
    groupIds: number[],
    streams: Stream[],
    memberships: Memberships,
  ): Promise<VisibilityChange[]> {
    const { before, after } = memberships;
    const people = (await this.streamAudiences.nonGuests(realmId)).filter((user) =>
      groupIds.some((id) => before.contains(id, user) !== after.contains(id, user)),
    );
    if (people.length === 0) return [];
    const changes = await this.changes(people, streams, memberships);
    for (const { stream, gainedMetadata, lostMetadata } of changes) {
      await this.streamsService.publishVisible(stream, gainedMetadata);
      this.streamsService.publishHidden(stream, lostMetadata);
    }
    return changes;
  }

  private async changes(
    people: GroupUser[],
    streams: Stream[],
    { before, after }: Memberships,
  ): Promise<VisibilityChange[]> {
    const readers = new Map<string, { isSubscribed: boolean }>();
    const rows = await this.streamVisibilityRepository.readers(
      people.map(({ userId }) => userId),
      streams.map(({ id }) => id),
    );
    for (const row of rows) readers.set(`${row.streamId} ${row.userId}`, row);
    return streams.flatMap((stream) => {
      const change: VisibilityChange = {
        stream,
        gainedMetadata: [],
        lostMetadata: [],
        lostContent: [],
      };
      for (const user of people) {
        const reader = readers.get(`${stream.id} ${user.userId}`);
        if (reader?.isSubscribed) continue;
        const inside = (graph: GroupGraph, names: readonly StreamPermission[]): boolean =>
          names.some((name) => graph.contains(stream.permissions[name], user));
        const closes = inside(before, CONTENT_PERMISSIONS) && !inside(after, CONTENT_PERMISSIONS);
        if (closes) change.lostContent.push(user.userId);
        if (reader || user.role <= Role.Administrator) continue;
        const hadMetadata = inside(before, METADATA_PERMISSIONS);
        const hasMetadata = inside(after, METADATA_PERMISSIONS);
        if (hadMetadata !== hasMetadata)
          (hasMetadata ? change.gainedMetadata : change.lostMetadata).push(user.userId);
      }
      const { gainedMetadata, lostMetadata, lostContent } = change;
      return gainedMetadata.length + lostMetadata.length + lostContent.length > 0 ? [change] : [];
    });
  }
}
