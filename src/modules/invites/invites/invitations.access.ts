// Permissions to invite users: to roles up to that of the inviter, and to channels and groups to which
// the inviter may add users.
import { Injectable } from '@nestjs/common';
import { UserGroupsAccess } from '#modules/groups/user-groups';
import { RealmPermissions } from '#modules/realms/realms';
import { type AccessedStream, invalidStreamId, StreamsAccess } from '#modules/streams/streams';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { InvitationTerms } from './invitation.entity.js';

@Injectable()
export class InvitationsAccess {
  constructor(
    private readonly realmPermissions: RealmPermissions,
    private readonly streamsAccess: StreamsAccess,
    private readonly userGroupsAccess: UserGroupsAccess,
  ) {}

  async requireMayInvite(
    actor: Actor,
    permission: 'can_invite_users_group' | 'create_multiuse_invite_group',
    { role, streamIds, groupIds }: Pick<InvitationTerms, 'role' | 'streamIds' | 'groupIds'>,
  ): Promise<void> {
    await this.realmPermissions.require(actor, permission);
    if (role < actor.role) {
      throw ApiError.badRequest('You can only invite users to your own role and to those below');
    }
    await this.requireStreams(actor, streamIds);
    for (const id of groupIds) {
      const group = await this.userGroupsAccess.requireChangeable(actor, id, ['add members']);
      if (group.deactivated) throw ApiError.badRequest('Invalid user group');
    }
  }

  /** The channels to which the inviter may still add users. */
  async filterStreams(actor: Actor, streamIds: number[]): Promise<number[]> {
    const visible = await this.streamsAccess.findVisibleByIds(actor, streamIds);
    const open = visible.filter(
      ({ canSubscribeSelf, stream }) => canSubscribeSelf || stream.isDefault,
    );
    return (await this.filterAddable(actor, open)).map(({ stream }) => stream.id);
  }

  /** The groups to which the inviter may still add users. */
  async filterGroups(actor: Actor, groupIds: number[]): Promise<number[]> {
    const open: number[] = [];
    for (const id of groupIds) {
      try {
        await this.userGroupsAccess.requireChangeable(actor, id, ['add members']);
        open.push(id);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
    return open;
  }

  private async requireStreams(actor: Actor, ids: number[]): Promise<void> {
    if (ids.length === 0) return;
    const visible = await this.streamsAccess.findVisibleByIds(actor, ids);
    const open = visible.filter(({ canSubscribeSelf }) => canSubscribeSelf);
    if (open.length < new Set(ids).size) throw invalidStreamId();
    if ((await this.filterAddable(actor, open)).length < open.length) {
      throw ApiError.badRequest('You may not subscribe other users to these channels');
    }
  }

  private async filterAddable(actor: Actor, channels: AccessedStream[]): Promise<AccessedStream[]> {
    if (await this.realmPermissions.holds(actor, 'can_add_subscribers_group')) return channels;
    const administered = channels.filter(
      (accessed) => accessed.holds('can_add_subscribers_group') || accessed.canAdminister,
    );
    // Without the right to add users to any channel, default channels are not given by invitation either.
    if (administered.length === 0) return [];
    return channels.filter(
      (accessed) => administered.includes(accessed) || accessed.stream.isDefault,
    );
  }
}
