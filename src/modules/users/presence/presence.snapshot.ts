// Who is there, as far as the user may know of them (fetch type `presence`).
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
