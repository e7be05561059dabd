import { Injectable } from '@nestjs/common';
import { FinishedJobs } from '#platform/jobs/finished-jobs.js';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { welcomeMessage } from './onboarding.jobs.js';
import { OnboardingService } from './onboarding.service.js';

@Injectable()
export class OnboardingWorker {
  constructor(
    private readonly onboardingService: OnboardingService,
    private readonly finishedJobs: FinishedJobs,
  ) {}

  @JobHandler(welcomeMessage)
  async welcome(user: { realmId: number; userId: number }, job: RunningJob): Promise<void> {
    await this.finishedJobs.runOnce(job.id, () => this.onboardingService.welcome(user));
  }
}
