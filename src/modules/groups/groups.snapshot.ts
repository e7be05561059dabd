// The user groups of the register snapshot (fetch type `realm_user_groups`).
import { Injectable } from '@nestjs/common';
import type { SnapshotSection, SnapshotViewer } from '#platform/event-log/snapshot-section.js';
import { GroupMembership } from './group-membership.service.js';
import { GroupsRepository } from './groups.repository.js';
import { userGroupView } from './user-groups.view.js';

@Injectable()
export class GroupsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm_user_groups'];

  constructor(
    private readonly repository: GroupsRepository,
    private readonly membership: GroupMembership,
  ) {}

  async read({ actor, options }: SnapshotViewer): Promise<Record<string, unknown>> {
    const ids = await this.membership.systemGroupIds(actor.realmId);
    const groups = await this.repository.findAll(actor.realmId, {
      includeDeactivated: options.capabilities.include_deactivated_groups ?? false,
    });
    return { realm_user_groups: groups.map((group) => userGroupView(group, ids)) };
  }
}
