import { Injectable } from '@nestjs/common';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { InvitationsService } from './invitations.service.js';
import { clearEndedInvitations } from './invites.jobs.js';

@Injectable()
export class InvitesWorker {
  constructor(private readonly invitationsService: InvitationsService) {}

  @JobHandler(clearEndedInvitations)
  async clearEnded(): Promise<void> {
    await this.invitationsService.clearEnded();
  }
}
