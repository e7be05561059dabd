import { Injectable } from '@nestjs/common';
import { StreamsAccess } from '#modules/streams/streams';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { MessageFlagsRepository } from './message-flags.repository.js';

@Injectable()
@Snapshot()
export class StarredMessagesSnapshot implements SnapshotSection {
  readonly fetchTypes = ['starred_messages'];

  constructor(
    private readonly messageFlagsRepository: MessageFlagsRepository,
    private readonly streamsAccess: StreamsAccess,
  ) {}

  /** Without messages in channels that the user can no longer read. */
  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    const unreadable = await this.streamsAccess.findUnreadableRecipients(actor);
    const ids = await this.messageFlagsRepository.starredIds(actor.userId, unreadable);
    return { starred_messages: ids };
  }
}
