// The scheduled messages of the user (fetch type `scheduled_messages`), the one that is due first first.
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { ScheduledMessagesRepository } from './scheduled-messages.repository.js';
import { scheduledMessageView } from './scheduled-messages.view.js';

@Injectable()
@Snapshot()
export class ScheduledMessagesSnapshot implements SnapshotSection {
  readonly fetchTypes = ['scheduled_messages'];

  constructor(private readonly scheduledMessagesRepository: ScheduledMessagesRepository) {}

  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    const rows = await this.scheduledMessagesRepository.findAll(actor.userId);
    return { scheduled_messages: rows.map(scheduledMessageView) };
  }
}
