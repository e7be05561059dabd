// The events that follow when a change of role or of a bot's owner changes which channels a user may see
// and read. Every method joins the current transaction.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/groups';
import { ChannelAccessFlags } from '#modules/messages/flags';
import { DefaultStreamGroupsService } from '#modules/streams/default-stream-groups';
import {
  type Stream,
  StreamsAccess,
  StreamsService,
  StreamVisibilityChanges,
} from '#modules/streams/streams';
import { StreamAccessEvents } from '#modules/streams/subscriptions';
import { type Actor, Role } from '#platform/http/actor.js';

export interface StreamAccess {
  visible: ReadonlyMap<number, Stream>;
  readableIds: ReadonlySet<number>;
  /** Guests receive no default channels. */
  isGuest: boolean;
}

@Injectable()
export class StreamAccessChanges {
  constructor(
    private readonly groupMembership: GroupMembership,
    private readonly streamVisibilityChanges: StreamVisibilityChanges,
    private readonly streamsAccess: StreamsAccess,
    private readonly streamsService: StreamsService,
    private readonly defaultStreamGroupsService: DefaultStreamGroupsService,
    private readonly streamAccessEvents: StreamAccessEvents,
    private readonly channelAccessFlags: ChannelAccessFlags,
  ) {}

  /** Locks memberships and private channels until the transaction ends. */
  async lock(realmId: number): Promise<void> {
    await this.groupMembership.lock(realmId);
    await this.streamVisibilityChanges.lockPrivate(realmId);
  }

  async accessOf(viewer: Actor): Promise<StreamAccess> {
    const graph = await this.groupMembership.currentGraph(viewer.realmId);
    const visible = await this.streamsAccess.findVisibleWith(viewer, graph);
    const readable = visible.filter(({ canSeeContent }) => canSeeContent);
    return {
      visible: new Map(visible.map(({ stream }) => [stream.id, stream])),
      readableIds: new Set(readable.map(({ stream }) => stream.id)),
      isGuest: viewer.role === Role.Guest,
    };
  }

  /** `viewer` is the user after the change. Messages that became unreadable are marked as read. */
  async publishSince(viewer: Actor, before: StreamAccess): Promise<void> {
    const { realmId, userId } = viewer;
    const after = await this.accessOf(viewer);
    const shown = [...after.visible.values()].filter(({ id }) => !before.visible.has(id));
    const hidden = [...before.visible.values()].filter(({ id }) => !after.visible.has(id));
    for (const stream of shown) await this.streamsService.publishVisible(stream, [userId]);
    await this.streamAccessEvents.publishSubscribers(
      shown.map((stream) => ({ stream, userIds: [userId] })),
    );
    for (const stream of hidden) this.streamsService.publishHidden(stream, [userId]);
    if (before.isGuest !== after.isGuest) {
      await this.streamsService.publishDefaultsTo(realmId, userId, after.isGuest);
      await this.defaultStreamGroupsService.publishTo(realmId, userId, after.isGuest);
    }
    const unreadable = [...before.visible.values()].filter(
      ({ id }) => before.readableIds.has(id) && !after.readableIds.has(id),
    );
    await this.channelAccessFlags.afterLoss(
      realmId,
      unreadable.map((stream) => ({ stream, lostContent: [userId] })),
    );
  }
}
