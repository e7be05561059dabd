import { Injectable } from '@nestjs/common';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { deleteUnclaimedAttachments } from './attachments.jobs.js';
import { AttachmentsService } from './attachments.service.js';

@Injectable()
export class AttachmentsWorker {
  constructor(private readonly attachmentsService: AttachmentsService) {}

  @JobHandler(deleteUnclaimedAttachments)
  async deleteUnclaimed(_payload: object, { signal }: RunningJob): Promise<void> {
    await this.attachmentsService.deleteUnclaimed(signal);
  }
}
