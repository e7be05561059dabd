import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { TopicDeletionQueue } from './topic-deletion-queue.service.js';
import { deleteTopic, findStuckTopicDeletions } from './topic-deletion.jobs.js';
import { TopicDeletionService } from './topic-deletion.service.js';

@Injectable()
export class TopicDeletionWorker {
  constructor(
    private readonly deletions: TopicDeletionService,
    private readonly queue: TopicDeletionQueue,
  ) {}

  @JobHandler(deleteTopic)
  async delete({ deletionId }: { deletionId: number }, { signal }: RunningJob): Promise<void> {
    await this.deletions.run(deletionId, signal);
  }

  @JobHandler(findStuckTopicDeletions)
  async findStuck(): Promise<void> {
    await this.queue.findStuck();
  }
}
