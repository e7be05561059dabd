// Membership changes with their effect on private streams whose settings refer to groups: new members
// gain access to the metadata, former members lose it, published in the same transaction.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/groups';
import { ChannelAccessFlags } from '#modules/messages/flags';
import { StreamVisibilityChanges } from '#modules/streams/streams';
import { StreamAccessEvents } from '#modules/streams/subscriptions';

@Injectable()
export class MembershipChange {
  constructor(
    private readonly groupMembership: GroupMembership,
    private readonly streamVisibilityChanges: StreamVisibilityChanges,
    private readonly streamAccessEvents: StreamAccessEvents,
    private readonly channelAccessFlags: ChannelAccessFlags,
  ) {}

  /**
   * Runs `change`, which modifies the contents of the groups, and publishes the streams gained and lost.
   * Joins the current transaction and locks the memberships of the realm until its end.
   */
  async apply(realmId: number, groupIds: number[], change: () => Promise<void>): Promise<void> {
    await this.groupMembership.lock(realmId);
    const around = await this.groupMembership.selfAndAncestors(groupIds);
    const streams = await this.streamVisibilityChanges.lockVisibleToGroups(realmId, around);
    if (streams.length === 0) return change();
    const before = await this.groupMembership.currentGraph(realmId);
    await change();
    const after = await this.groupMembership.currentGraph(realmId);
    const changes = await this.streamVisibilityChanges.publishChanges(realmId, groupIds, streams, {
      before,
      after,
    });
    await this.streamAccessEvents.publishSubscribers(
      changes.map(({ stream, gainedMetadata }) => ({ stream, userIds: gainedMetadata })),
    );
    await this.channelAccessFlags.afterLoss(realmId, changes);
  }
}
