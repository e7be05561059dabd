// The names that clients gave to their messages are of use while a client may still send one again:
// as long as a queue can wait for it to come back.
import { Injectable } from '@nestjs/common';
import { Clock, fromSeconds } from '#platform/clock.js';
import { NewMessagesRepository } from './new-messages.repository.js';

const KEPT_SECONDS = 7 * 24 * 60 * 60;
const BATCH = 10_000;

@Injectable()
export class MessageNames {
  constructor(
    private readonly newMessagesRepository: NewMessagesRepository,
    private readonly clock: Clock,
  ) {}

  async forgetOld(): Promise<void> {
    const before = fromSeconds(this.clock.seconds() - KEPT_SECONDS);
    while ((await this.newMessagesRepository.forgetNames(before, BATCH)) === BATCH);
  }
}
