// Deletions of what somebody wrote, from the decision on: none is forgotten.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { purgeMessages } from './message-purges.jobs.js';
import { MessagePurgesRepository, type SentMessagesScope } from './message-purges.repository.js';

const STUCK_AFTER_SECONDS = 240;

@Injectable()
export class MessagePurges {
  constructor(
    private readonly messagePurgesRepository: MessagePurgesRepository,
    private readonly jobQueue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Joins the present transaction; the messages go later. */
  async begin(realmId: number, senderId: number, places: SentMessagesScope): Promise<void> {
    const id = await this.messagePurgesRepository.insert(
      realmId,
      senderId,
      places,
      this.clock.now(),
    );
    this.jobQueue.enqueue(purgeMessages, { purgeId: id }, { jobId: id });
  }

  async findStuck(): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.messagePurgesRepository.findStuck(now, STUCK_AFTER_SECONDS)) {
      await this.jobQueue.revive(purgeMessages, { purgeId: id }, id);
    }
  }
}
