// The reminders of the user (fetch type `reminders`), by the time at which they are due.
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { RemindersService } from './reminders.service.js';
import { reminderView } from './reminders.view.js';

@Injectable()
@Snapshot()
export class RemindersSnapshot implements SnapshotSection {
  readonly fetchTypes = ['reminders'];

  constructor(private readonly remindersService: RemindersService) {}

  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    const rows = await this.remindersService.list(actor);
    return { reminders: rows.map(reminderView) };
  }
}
