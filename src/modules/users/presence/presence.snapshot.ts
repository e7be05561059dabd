// The presence of the users that the viewer can access (fetch type `presence`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { PresencesService } from './presences.service.js';

@Injectable()
@Snapshot()
export class PresenceSnapshot implements SnapshotSection {
  readonly fetchTypes = ['presence'];

  constructor(private readonly presencesService: PresencesService) {}

  async read(viewer: SnapshotViewer): Promise<SnapshotState> {
    const { actor, options, presenceHistoryDays: historyDays } = viewer;
    return {
      ...(await this.presencesService.list(actor, { isModern: options.slimPresence, historyDays })),
    };
  }
}
