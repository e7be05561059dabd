// Who may invite whom, and to what: to a role no higher than one's own, to channels that one may add
// people to, and to groups likewise.
import { Injectable } from '@nestjs/common';
import { UserGroupsAccess } from '#modules/groups/user-groups';
import { RealmPermissions } from '#modules/realms/realms';
import { type AccessedStream, invalidStreamId, StreamsAccess } from '#modules/streams/streams';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';

export interface InviteRequest {
  role: Role;
  streamIds: number[];
  groupIds: number[];
  withDefaultStreams: boolean;
  notifiesInviter: boolean;
  /** Undefined, like null, for the organization's own words. */
  welcomeText: string | null | undefined;
  /** Null for ever, undefined as long as the operator says. */
  minutes: number | null | undefined;
}

@Injectable()
export class InvitesAccess {
  constructor(
    private readonly realmPermissions: RealmPermissions,
    private readonly streamsAccess: StreamsAccess,
    private readonly userGroupsAccess: UserGroupsAccess,
  ) {}

  async checkMayInvite(
    actor: Actor,
    permission: 'can_invite_users_group' | 'create_multiuse_invite_group',
    request: InviteRequest,
  ): Promise<void> {
    if (!(await this.realmPermissions.holds(actor, permission))) throw insufficientPermission();
    if (request.role < actor.role) {
      throw ApiError.badRequest('You can only invite people to your own role and to those below');
    }
    await this.checkStreams(actor, request.streamIds);
    for (const id of request.groupIds) {
      const group = await this.userGroupsAccess.accessForChange(actor, id, ['add members']);
      if (group.deactivated) throw ApiError.badRequest('Invalid user group');
    }
  }

  /** Those of the channels that the person can still bring others into. */
  async openTo(actor: Actor, streamIds: number[]): Promise<number[]> {
    const visible = await this.streamsAccess.findVisibleByIds(actor, streamIds);
    const open = visible.filter(
      ({ canSubscribeSelf, stream }) => canSubscribeSelf || stream.is_default,
    );
    return (await this.addable(actor, open)).map(({ stream }) => stream.id);
  }

  /** Those of the groups that the person can still add others to. */
  async groupsOpenTo(actor: Actor, groupIds: number[]): Promise<number[]> {
    const open: number[] = [];
    for (const id of groupIds) {
      try {
        await this.userGroupsAccess.accessForChange(actor, id, ['add members']);
        open.push(id);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
    return open;
  }

  private async checkStreams(actor: Actor, ids: number[]): Promise<void> {
    if (ids.length === 0) return;
    const visible = await this.streamsAccess.findVisibleByIds(actor, ids);
    const open = visible.filter(({ canSubscribeSelf }) => canSubscribeSelf);
    if (open.length < new Set(ids).size) throw invalidStreamId();
    if ((await this.addable(actor, open)).length < open.length) {
      throw ApiError.badRequest('You may not subscribe other people to these channels');
    }
  }

  /** Those of the channels that the person may subscribe others to. */
  private async addable(actor: Actor, channels: AccessedStream[]): Promise<AccessedStream[]> {
    if (await this.realmPermissions.holds(actor, 'can_add_subscribers_group')) return channels;
    const led = channels.filter(
      (accessed) => accessed.holds('can_add_subscribers_group') || accessed.canAdminister,
    );
    // Who can subscribe nobody else can not do so by a detour either, default channels included.
    if (led.length === 0) return [];
    return channels.filter((accessed) => led.includes(accessed) || accessed.stream.is_default);
  }
}

/** Only administrators choose the words of the welcome; what others send has no effect. */
export function welcomeTextOf(actor: Actor, { welcomeText }: InviteRequest): string | null {
  return actor.role <= Role.Administrator ? (welcomeText ?? null) : null;
}

function insufficientPermission(): ApiError {
  return ApiError.badRequest('Insufficient permission');
}
