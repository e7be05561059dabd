// Deletes idempotency keys after a week: by then no client repeats a message, since its event queue
// has expired.
import { Injectable } from '@nestjs/common';
import { Clock, fromSeconds } from '#platform/clock.js';
import { NewMessagesRepository } from './new-messages.repository.js';

const MAX_AGE_SECONDS = 7 * 24 * 60 * 60;
const BATCH = 10_000;

@Injectable()
export class IdempotencyKeysService {
  constructor(
    private readonly newMessagesRepository: NewMessagesRepository,
    private readonly clock: Clock,
  ) {}

  async deleteExpired(): Promise<void> {
    const before = fromSeconds(this.clock.seconds() - MAX_AGE_SECONDS);
    while ((await this.newMessagesRepository.deleteKeys(before, BATCH)) === BATCH);
  }
}
