import { Injectable } from '@nestjs/common';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { StreamActivityService } from './stream-activity.service.js';
import { refreshStreamActivity } from './streams.jobs.js';

@Injectable()
export class StreamsWorker {
  constructor(private readonly streamActivityService: StreamActivityService) {}

  @JobHandler(refreshStreamActivity)
  async refreshActivity(): Promise<void> {
    await this.streamActivityService.refreshEverywhere();
  }
}
