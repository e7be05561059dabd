// What a move from one channel to another means for the two channels, besides the messages: who has
// copies, where each history begins, and that the other channel is in use.
import { Injectable } from '@nestjs/common';
import { MessageDeletionService } from '#modules/messages/delete';
import { StreamsService } from '#modules/streams/streams';
import type { MovePlan } from './move-plan.js';
import { MovedCopies } from './moved-copies.service.js';

@Injectable()
export class MovedStreams {
  constructor(
    private readonly movedCopies: MovedCopies,
    private readonly messageDeletionService: MessageDeletionService,
    private readonly streamsService: StreamsService,
  ) {}

  /** Joins the present transaction, after the move. `ids` ascending. */
  async settleCopies({ from, oldTopic, to }: MovePlan, ids: number[]): Promise<void> {
    await this.movedCopies.settle(from.stream, oldTopic, to.stream, ids);
  }

  /** After people were told where the messages are. */
  async settle({ from, to }: MovePlan, ids: number[]): Promise<void> {
    await this.movedCopies.markReadOutside(from.stream, to.stream, ids);
    await this.messageDeletionService.findFirstMessage(from.stream);
    await this.messageDeletionService.findFirstMessage(to.stream);
    const target = await this.streamsService.findById(to.stream.realm_id, to.stream.id);
    if (!target) return;
    const used = [{ stream: target, messageId: ids[0]! }];
    await this.streamsService.recordMessages(target.realm_id, used);
  }
}
