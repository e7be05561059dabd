// The statuses of the users that the viewer can access (fetch type `user_status`).
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
    const accessible = await this.userVisibility.accessibleIds(actor);
    const all = await this.userStatusesRepository.findAll(actor.realmId);
    const shown = all.filter(({ userId: id }) => accessible === undefined || accessible.has(id));
    return {
      user_status: Object.fromEntries(
        shown.map((status) => [status.userId, userStatusView(status)]),
      ),
    };
  }
}
