// Deletes messages with all that hangs on them, and tells exactly those who could see them.
// Whatever else refers to a message is deleted here, by a line of its own.
import { Injectable } from '@nestjs/common';
import { StreamHistory } from '#modules/streams/stream-history.service.js';
import type { Stream } from '#modules/streams/streams.view.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { deleteMessageEvent } from './message-deletion.events.js';
import { type HeldMessages, MessageDeletionRepository } from './message-deletion.repository.js';

/** Where all messages of a batch are. */
export interface MessagePlace {
  realmId: number;
  /** Null for direct messages. */
  channel: { stream: Stream; topic: string } | null;
}

@Injectable()
export class MessageDeletionService {
  constructor(
    private readonly repository: MessageDeletionRepository,
    private readonly history: StreamHistory,
    private readonly log: EventLog,
  ) {}

  /**
   * Joins the present transaction, whose length grows with the number of copies: large sets go in
   * several transactions. Returns the ids of those that were still there, ascending.
   */
  async deleteBatch(place: MessagePlace, ids: number[]): Promise<number[]> {
    const { channel } = place;
    const deleted = await this.repository.deleteMessages(place.realmId, ids);
    if (deleted.length === 0) return deleted;
    if (channel?.stream.history_public_to_subscribers) {
      const readers = await this.history.readers(channel.stream);
      this.tell(place, deleted, readers);
      this.tellHolders(place, await this.deleteCopiesBesides(readers, deleted));
    } else {
      this.tellHolders(place, await this.repository.deleteCopiesTellingHolders(deleted, []));
    }
    const first = channel?.stream.first_message_id;
    if (channel && typeof first === 'number' && deleted.includes(first)) {
      await this.findFirstMessage(channel.stream);
    }
    return deleted;
  }

  /**
   * Puts the channel's first message right. To be called once more after the transactions that
   * deleted from a channel: none of them could see what others deleted at the same time.
   */
  async findFirstMessage(stream: Stream): Promise<void> {
    await this.history.findFirstMessage(stream, () =>
      this.repository.oldestId(stream.recipient_id),
    );
  }

  /** Returns who else had copies: people who could read the channel when they got them. */
  private async deleteCopiesBesides(readers: Audience, ids: number[]): Promise<HeldMessages[]> {
    switch (readers.kind) {
      case 'users':
        return this.repository.deleteCopiesTellingHolders(ids, readers.userIds);
      case 'non-guests':
        return this.repository.deleteCopiesTellingGuests(ids, readers.guestIds);
      default:
        await this.repository.deleteCopies(ids);
        return [];
    }
  }

  private tellHolders(place: MessagePlace, held: HeldMessages[]): void {
    for (const { userIds, messageIds } of held) {
      this.tell(place, messageIds, Audience.users(userIds));
    }
  }

  private tell({ realmId, channel }: MessagePlace, messageIds: number[], audience: Audience): void {
    const payload = {
      messageIds,
      channel: channel && { streamId: channel.stream.id, topic: channel.topic },
    };
    this.log.append(deleteMessageEvent(realmId, payload, audience));
  }
}
