import { Injectable } from '@nestjs/common';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { deleteExpiredIdempotencyKeys } from './idempotency-keys.jobs.js';
import { IdempotencyKeysService } from './idempotency-keys.service.js';

@Injectable()
export class IdempotencyKeysWorker {
  constructor(private readonly idempotencyKeysService: IdempotencyKeysService) {}

  @JobHandler(deleteExpiredIdempotencyKeys)
  async deleteExpired(): Promise<void> {
    await this.idempotencyKeysService.deleteExpired();
  }
}
