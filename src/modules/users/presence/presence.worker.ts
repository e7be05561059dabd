import { Injectable } from '@nestjs/common';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { PresenceInRedis } from './presence-in-redis.js';
import { PresenceStore } from './presence-store.js';
import { savePresence } from './presence.jobs.js';

@Injectable()
export class PresenceWorker {
  constructor(private readonly presenceStore: PresenceStore) {}

  @JobHandler(savePresence)
  async save(): Promise<void> {
    if (this.presenceStore instanceof PresenceInRedis) await this.presenceStore.save();
  }
}
