import { Injectable } from '@nestjs/common';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { FullMembersService } from './full-members.service.js';
import { refreshFullMembers } from './memberships.jobs.js';

@Injectable()
export class MembershipsWorker {
  constructor(private readonly fullMembersService: FullMembersService) {}

  @JobHandler(refreshFullMembers)
  async refreshFullMembers(): Promise<void> {
    await this.fullMembersService.refreshEverywhere();
  }
}
