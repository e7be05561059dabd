import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { TopicDeletionQueue } from './topic-deletion-queue.service.js';
import { deleteTopic, findStuckTopicDeletions } from './topic-deletion.jobs.js';
import { TopicDeletionService } from './topic-deletion.service.js';

@Injectable()
export class TopicDeletionWorker {
  constructor(
    private readonly topicDeletionService: TopicDeletionService,
    private readonly topicDeletionQueue: TopicDeletionQueue,
  ) {}

  @JobHandler(deleteTopic)
  async delete({ deletionId }: { deletionId: number }, { signal }: RunningJob): Promise<void> {
    await this.topicDeletionService.run(deletionId, signal);
  }

  @JobHandler(findStuckTopicDeletions)
  async findStuck(): Promise<void> {
    await this.topicDeletionQueue.findStuck();
  }
}
