// Deletes messages with all that hangs on them, and tells exactly those who could see them.
// Whatever else refers to a message is deleted here, by a line of its own.
import { Injectable } from '@nestjs/common';
import { type Stream, StreamHistory } from '#modules/streams/streams';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { deleteMessageEvent } from './message-deletion.events.js';
import { type Holders, MessageDeletionRepository } from './message-deletion.repository.js';

/** Where all messages of a batch are. */
export interface MessagePlace {
  realmId: number;
  /** Null for direct messages. */
  channel: { stream: Stream; topic: string } | null;
}

@Injectable()
export class MessageDeletionService {
  constructor(
    private readonly messageDeletionRepository: MessageDeletionRepository,
    private readonly streamHistory: StreamHistory,
    private readonly eventLog: EventLog,
  ) {}

  /**
   * Joins the present transaction, whose length grows with the number of copies: large sets go in
   * several transactions. Returns the ids of those that were still there, ascending.
   */
  async deleteBatch(place: MessagePlace, ids: number[]): Promise<number[]> {
    const { channel } = place;
    const address = channel && {
      recipientId: channel.stream.recipient_id,
      topic: channel.topic,
    };
    const deleted = await this.messageDeletionRepository.deleteMessages(
      place.realmId,
      address,
      ids,
    );
    if (deleted.length === 0) return deleted;
    const readers = channel?.stream.history_public_to_subscribers
      ? await this.streamHistory.readers(channel.stream)
      : Audience.internal();
    if (readers.kind !== 'internal') this.tell(place, deleted, readers);
    const holders = holdersBesides(readers);
    for (const held of await this.messageDeletionRepository.deleteWhatHangsOn(
      place.realmId,
      deleted,
      holders,
    )) {
      this.tell(place, held.messageIds, Audience.users(held.userIds));
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
    await this.streamHistory.updateFirstMessage(stream, () =>
      this.messageDeletionRepository.oldestId(stream.recipient_id),
    );
  }

  private tell({ realmId, channel }: MessagePlace, messageIds: number[], audience: Audience): void {
    const payload = {
      messageIds,
      channel: channel && { streamId: channel.stream.id, topic: channel.topic },
    };
    this.eventLog.append(deleteMessageEvent(realmId, payload, audience));
  }
}

/** Who may have copies without being among the readers: they could read when they got them. */
function holdersBesides(readers: Audience): Holders {
  switch (readers.kind) {
    case 'internal':
      return { who: 'everybody', besides: [] };
    case 'users':
      return { who: 'everybody', besides: readers.userIds };
    case 'non-guests':
      return { who: 'guests', besides: readers.guestIds };
    case 'realm':
    case 'public-stream':
      return { who: 'nobody', besides: [] };
  }
}
