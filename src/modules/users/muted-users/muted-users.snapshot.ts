import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { MutedUsersRepository } from './muted-users.repository.js';
import { mutedUserView } from './muted-users.view.js';

@Injectable()
@Snapshot()
export class MutedUsersSnapshot implements SnapshotSection {
  readonly fetchTypes = ['muted_users'];

  constructor(private readonly mutedUsersRepository: MutedUsersRepository) {}

  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    const muted = await this.mutedUsersRepository.findAll(actor.userId);
    return { muted_users: muted.map(mutedUserView) };
  }
}
