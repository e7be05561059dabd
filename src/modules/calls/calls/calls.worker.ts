import { Injectable } from '@nestjs/common';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { CallAccessReview } from './call-access-review.service.js';
import { CallTimeouts } from './call-timeouts.service.js';
import { deleteOldCalls, endRinging, reviewCallAccess, sweepCalls } from './calls.jobs.js';

@Injectable()
export class CallsWorker {
  constructor(
    private readonly callTimeouts: CallTimeouts,
    private readonly callAccessReview: CallAccessReview,
  ) {}

  @JobHandler(endRinging)
  async endRinging({ realmId, dueMs }: { realmId: number; dueMs: number }): Promise<void> {
    await this.callTimeouts.endRinging(realmId, dueMs);
  }

  @JobHandler(reviewCallAccess)
  async review({ realmId }: { realmId: number }): Promise<void> {
    await this.callAccessReview.review(realmId);
  }

  @JobHandler(sweepCalls)
  async sweep(): Promise<void> {
    await this.callTimeouts.sweep();
  }

  @JobHandler(deleteOldCalls)
  async deleteOld(): Promise<void> {
    await this.callTimeouts.deleteOld();
  }
}
