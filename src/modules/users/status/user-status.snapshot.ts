// What people say they are up to, as far as the user may know of them (fetch type `user_status`).
import { Injectable } from '@nestjs/common';
import { UserVisibility } from '#modules/users/visibility';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { userStatusView } from './user-status.view.js';
import { UserStatusesRepository } from './user-statuses.repository.js';

@Injectable()
@Snapshot()
export class UserStatusSnapshot implements SnapshotSection {
  readonly fetchTypes = ['user_status'];

  constructor(
    private readonly userStatusesRepository: UserStatusesRepository,
    private readonly userVisibility: UserVisibility,
  ) {}

  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    const known = await this.userVisibility.accessibleIds(actor);
    const all = await this.userStatusesRepository.findAll(actor.realmId);
    const seen = all.filter(({ userId: id }) => known === undefined || known.has(id));
    return {
      user_status: Object.fromEntries(
        seen.map((status) => [status.userId, userStatusView(status)]),
      ),
    };
  }
}
