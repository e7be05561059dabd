import { Injectable } from '@nestjs/common';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { InvitationsService } from './invitations.service.js';
import { deleteEndedInvitations } from './invitations.jobs.js';

@Injectable()
export class InvitationsWorker {
  constructor(private readonly invitationsService: InvitationsService) {}

  @JobHandler(deleteEndedInvitations)
  async deleteEnded(): Promise<void> {
    await this.invitationsService.deleteEnded();
  }
}
