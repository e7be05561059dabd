// Idempotency keys are deleted after a week, when the event queues of all clients that sent them have expired.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
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
    const before = this.clock.ago(MAX_AGE_SECONDS);
    while ((await this.newMessagesRepository.deleteKeys(before, BATCH)) === BATCH);
  }
}
