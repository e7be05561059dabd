// What a change of a group means for private channels: who comes to know of them by it, who no
// longer may, and who can no longer read them. Only people who are newly inside the group or
// outside of it are asked about, and only in channels that name it or a group around it.
import { Injectable } from '@nestjs/common';
import type { StreamPermission, GroupGraph, GroupUser } from '#modules/groups/groups';
import { Role } from '#platform/http/actor.js';
import { StreamAudiences } from './stream-audiences.service.js';
import { CONTENT_PERMISSIONS, METADATA_PERMISSIONS } from './stream-rules.js';
import { StreamVisibilityRepository } from './stream-visibility.repository.js';
import { StreamsService } from './streams.service.js';
import type { Stream } from './streams.view.js';

/** The memberships of a realm on both sides of a change. */
export interface Memberships {
  before: GroupGraph;
  after: GroupGraph;
}

export interface VisibilityChange {
  stream: Stream;
  /** Those who could not know of the channel before. */
  gained: number[];
  /** Those who may no longer know of it. */
  lost: number[];
  /** Those who may no longer read it, whether or not they know of it. */
  closedTo: number[];
}

@Injectable()
export class StreamVisibility {
  constructor(
    private readonly streamVisibilityRepository: StreamVisibilityRepository,
    private readonly streamsService: StreamsService,
    private readonly streamAudiences: StreamAudiences,
  ) {}

  /** The private channels that members of one of the groups know of. They stay as they are. */
  lockShownTo(realmId: number, groupIds: number[]): Promise<Stream[]> {
    return this.streamVisibilityRepository.lockShownTo(realmId, groupIds);
  }

  /**
   * For who adds a user to the realm: whoever changes a private channel at the same time either
   * is done before the user can see the channel, or counts the user among those to tell.
   */
  lockPrivate(realmId: number): Promise<void> {
    return this.streamVisibilityRepository.lockPrivate(realmId);
  }

  /**
   * Tells those whom the change of the groups shows or hides one of the channels, which were locked
   * before it. Joins the present transaction. Returns the channels in which something changed.
   */
  async tell(
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
    for (const { stream, gained, lost } of changes) {
      await this.streamsService.reveal(stream, gained);
      this.streamsService.conceal(stream, lost);
    }
    return changes;
  }

  private async changes(
    people: GroupUser[],
    streams: Stream[],
    { before, after }: Memberships,
  ): Promise<VisibilityChange[]> {
    const readers = new Map<string, { is_subscribed: boolean }>();
    const rows = await this.streamVisibilityRepository.readers(
      people.map(({ userId }) => userId),
      streams.map(({ id }) => id),
    );
    for (const row of rows) readers.set(`${row.stream_id} ${row.user_id}`, row);
    return streams.flatMap((stream) => {
      const change: VisibilityChange = { stream, gained: [], lost: [], closedTo: [] };
      for (const user of people) {
        const reader = readers.get(`${stream.id} ${user.userId}`);
        if (reader?.is_subscribed) continue;
        const inside = (graph: GroupGraph, names: readonly StreamPermission[]): boolean =>
          names.some((name) => graph.contains(stream.permissions[name], user));
        const closes = inside(before, CONTENT_PERMISSIONS) && !inside(after, CONTENT_PERMISSIONS);
        if (closes) change.closedTo.push(user.userId);
        if (reader || user.role <= Role.Administrator) continue;
        const knew = inside(before, METADATA_PERMISSIONS);
        const knows = inside(after, METADATA_PERMISSIONS);
        if (knew !== knows) (knows ? change.gained : change.lost).push(user.userId);
      }
      const { gained, lost, closedTo } = change;
      return gained.length + lost.length + closedTo.length > 0 ? [change] : [];
    });
  }
}
