// A private channel can show itself to a group. Who comes into the group, or into one inside it, then
// comes to know of the channel, and who leaves may no longer: both are told in the same transaction.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/groups';
import { LostAccess } from '#modules/messages/flags';
import { StreamVisibilityChanges } from '#modules/streams/streams';
import { StreamAccessEvents } from '#modules/streams/subscriptions';

@Injectable()
export class MembershipChange {
  constructor(
    private readonly groupMembership: GroupMembership,
    private readonly streamVisibilityChanges: StreamVisibilityChanges,
    private readonly streamAccessEvents: StreamAccessEvents,
    private readonly lostAccess: LostAccess,
  ) {}

  /**
   * Changes who or what is inside the groups, then tells of channels. Joins the present transaction,
   * until whose end no other memberships of the realm change: each change is compared with the one
   * before.
   */
  async follow(realmId: number, groupIds: number[], change: () => Promise<void>): Promise<void> {
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
    await this.lostAccess.markRead(realmId, changes);
  }
}
