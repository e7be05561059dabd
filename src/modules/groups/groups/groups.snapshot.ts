// User groups in the register snapshot (fetch type `realm_user_groups`).
import { Injectable } from '@nestjs/common';
import { type SnapshotCache, SnapshotCaches } from '#platform/event-log/snapshot-cache.js';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
  type SpectatorView,
} from '#platform/event-log/snapshot-section.js';
import { GroupMembership } from './group-membership.service.js';
import { userGroupEvent } from './groups.events.js';
import { GroupsRepository, type UserGroupWithContents } from './groups.repository.js';
import { userGroupView } from './user-groups.view.js';

@Injectable()
@Snapshot()
export class GroupsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm_user_groups'];

  private readonly groups: SnapshotCache<UserGroupWithContents[]>;

  constructor(
    private readonly groupMembership: GroupMembership,
    repository: GroupsRepository,
    caches: SnapshotCaches,
  ) {
    this.groups = caches.create([userGroupEvent.type], (realmId) => repository.findAll(realmId));
  }

  async read({ actor, options }: SnapshotViewer): Promise<SnapshotState> {
    const ids = await this.groupMembership.systemGroupIds(actor.realmId);
    const all = await this.groups.read(actor.realmId);
    const shown = options.capabilities.include_deactivated_groups
      ? all
      : all.filter(({ deactivated }) => !deactivated);
    return { realm_user_groups: shown.map((group) => userGroupView(group, ids)) };
  }

  /** Spectators receive the groups that settings refer to, without members. */
  async readForSpectators({ realmId }: SpectatorView): Promise<SnapshotState> {
    const ids = await this.groupMembership.systemGroupIds(realmId);
    const system = (await this.groups.read(realmId)).filter((group) => group.isSystemGroup);
    return {
      realm_user_groups: system.map((group) => userGroupView({ ...group, memberIds: [] }, ids)),
    };
  }
}
