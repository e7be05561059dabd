// Copies of messages that were never sent to their owner, so that they can be marked like others.
import { Injectable } from '@nestjs/common';
import { HISTORICAL_FLAGS } from '#modules/messages/user-messages';
import { MessageFlagsRepository } from './message-flags.repository.js';

@Injectable()
export class HistoricalCopies {
  constructor(private readonly messageFlagsRepository: MessageFlagsRepository) {}

  /** Where the user has none; read from the beginning. Joins the present transaction. */
  give(userId: number, messageIds: number[]): Promise<void> {
    return this.messageFlagsRepository.insertHistorical(userId, messageIds, HISTORICAL_FLAGS);
  }
}
