import { Injectable } from '@nestjs/common';
import { EventQueues } from '#platform/event-log/event-queues.js';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { deleteIdleQueues } from './events.jobs.js';

@Injectable()
export class EventsWorker {
  constructor(private readonly eventQueues: EventQueues) {}

  @JobHandler(deleteIdleQueues)
  async deleteIdleQueues(): Promise<void> {
    await this.eventQueues.deleteIdle();
  }
}
