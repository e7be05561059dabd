import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { DeliveryService } from './delivery.service.js';
import { deliverScheduled, forgetSentScheduled, sweepScheduled } from './scheduled.jobs.js';
import { ScheduledMessagesService } from './scheduled-messages.service.js';

@Injectable()
export class ScheduledWorker {
  constructor(
    private readonly deliveryService: DeliveryService,
    private readonly scheduledMessagesService: ScheduledMessagesService,
  ) {}

  @JobHandler(deliverScheduled)
  async deliver(
    { realmId, dueMs }: { realmId: number; dueMs: number },
    { signal }: RunningJob,
  ): Promise<void> {
    await this.deliveryService.deliver(realmId, signal, dueMs);
  }

  @JobHandler(sweepScheduled)
  async sweep(_payload: object, { signal }: RunningJob): Promise<void> {
    await this.deliveryService.sweep(signal);
  }

  @JobHandler(forgetSentScheduled)
  async forgetSent(): Promise<void> {
    await this.scheduledMessagesService.forgetSent();
  }
}
