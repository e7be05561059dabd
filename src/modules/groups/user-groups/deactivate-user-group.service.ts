// Deactivates user groups. A group cannot be deactivated while a setting refers to it or another group
// contains it.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { GroupsService, REALM_PERMISSIONS } from '#modules/groups/groups';
import { StreamsAccess } from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { UserGroupsAccess } from './user-groups.access.js';
import { type GroupUse, UserGroupsRepository } from './user-groups.repository.js';

/** A reason against deactivation, in its wire form. */
type Objection =
  | { type: 'realm'; settings: string[] }
  /** Without the id if the actor cannot access the stream. */
  | { type: 'channel'; channel_id?: number; settings: string[] }
  | { type: 'user_group'; group_id: number; settings: string[] }
  | { type: 'subgroup'; supergroup_ids: number[] };

@Injectable()
export class DeactivateUserGroupService {
  constructor(
    private readonly userGroupsAccess: UserGroupsAccess,
    private readonly userGroupsRepository: UserGroupsRepository,
    private readonly streamsAccess: StreamsAccess,
    private readonly groupsService: GroupsService,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
  ) {}

  async deactivate(actor: Actor, groupId: number): Promise<void> {
    const { realmId } = actor;
    await this.userGroupsAccess.requireChangeable(actor, groupId, ['manage']);
    await this.database.transaction(async () => {
      const group = await this.userGroupsRepository.findByIdForUpdate(realmId, groupId);
      if (group.deactivated) throw ApiError.badRequest('This user group is already deactivated');
      await this.userGroupsRepository.update(realmId, groupId, { deactivated: true });
      await this.checkUnused(actor, groupId);
      this.auditLog.record(realmId, {
        kind: 'group.changed',
        targetIds: [groupId],
        before: { deactivated: false },
        after: { deactivated: true },
      });
      this.groupsService.publish(realmId, {
        op: 'update',
        group_id: groupId,
        data: { deactivated: true },
        withoutDeactivated: { op: 'remove', group_id: groupId },
      });
    });
  }

  private async checkUnused(actor: Actor, groupId: number): Promise<void> {
    const permissions = Object.keys(REALM_PERMISSIONS);
    const uses = await this.userGroupsRepository.findUses(actor.realmId, groupId, permissions);
    const supergroups = await this.userGroupsRepository.findParents(groupId);
    if (uses.length === 0 && supergroups.length === 0) return;
    const visibleIds = await this.findVisibleStreamIds(actor, uses);
    const objections = uses.map((use) => objection(use, visibleIds));
    if (supergroups.length > 0) {
      objections.push({ type: 'subgroup', supergroup_ids: supergroups });
    }
    throw new ApiError(
      'CANNOT_DEACTIVATE_GROUP_IN_USE',
      400,
      'This user group is in use and cannot be deactivated',
      { objections },
    );
  }

  private async findVisibleStreamIds(actor: Actor, uses: GroupUse[]): Promise<ReadonlySet<number>> {
    if (!uses.some(({ kind }) => kind === 'channel')) return new Set();
    const visible = await this.streamsAccess.findVisible(actor);
    return new Set(visible.map(({ stream }) => stream.id));
  }
}

function objection({ kind, id, settings }: GroupUse, visibleIds: ReadonlySet<number>): Objection {
  switch (kind) {
    case 'realm':
      return { type: 'realm', settings };
    case 'channel':
      return visibleIds.has(id)
        ? { type: 'channel', channel_id: id, settings }
        : { type: 'channel', settings };
    case 'user_group':
      return { type: 'user_group', group_id: id, settings };
  }
}
