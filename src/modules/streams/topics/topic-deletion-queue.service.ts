// Keeps a job for every deletion that is not finished, whatever happens to jobs.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { deleteTopic } from './topic-deletion.jobs.js';
import { TopicDeletionsRepository } from './topic-deletions.repository.js';

const STUCK_AFTER_SECONDS = 120;
const KEEP_FINISHED_DAYS = 30;

@Injectable()
export class TopicDeletionQueue {
  constructor(
    private readonly topicDeletionsRepository: TopicDeletionsRepository,
    private readonly jobQueue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Joins the present transaction. A job that waits, runs or has failed stays the only one. */
  enqueue(deletionId: number): void {
    this.jobQueue.enqueue(deleteTopic, { deletionId }, { jobId: deletionId });
  }

  /** Finds what has not gone on for a while: its job may be lost, or have failed too often. */
  async findStuck(): Promise<void> {
    const now = this.clock.now();
    for (const deletionId of await this.topicDeletionsRepository.findStuck(
      now,
      STUCK_AFTER_SECONDS,
    )) {
      await this.jobQueue.revive(deleteTopic, { deletionId }, deletionId);
    }
    await this.topicDeletionsRepository.forgetFinished(now, KEEP_FINISHED_DAYS);
  }
}
