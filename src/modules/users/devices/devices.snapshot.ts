// The user's devices (fetch type `device`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { DevicesRepository } from './devices.repository.js';
import { NO_PUSH_REGISTRATION } from './devices.view.js';

@Injectable()
@Snapshot()
export class DevicesSnapshot implements SnapshotSection {
  readonly fetchTypes = ['device'];

  constructor(private readonly devicesRepository: DevicesRepository) {}

  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    const ids = await this.devicesRepository.findIds(actor.userId);
    return { devices: Object.fromEntries(ids.map((id) => [id, NO_PUSH_REGISTRATION])) };
  }
}
