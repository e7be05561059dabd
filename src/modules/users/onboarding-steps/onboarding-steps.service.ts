// One-time notices with which a client explains itself. Each is shown until the user has seen it, in any
// client.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Actor } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { onboardingStepsEvent } from './onboarding-steps.events.js';
import { OnboardingStepsRepository } from './onboarding-steps.repository.js';
import { remainingSteps } from './onboarding-steps.view.js';
import { isOnboardingStep } from './steps.js';

@Injectable()
export class OnboardingStepsService {
  constructor(
    private readonly onboardingStepsRepository: OnboardingStepsRepository,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  async markSeen({ realmId, userId, isBot }: Actor, name: string): Promise<void> {
    if (isBot) throw ApiError.badRequest('Bots cannot mark onboarding steps');
    if (!isOnboardingStep(name)) {
      throw ApiError.badRequest('onboarding_step is not the name of an onboarding step');
    }
    await this.database.transaction(async () => {
      if (!(await this.onboardingStepsRepository.insertLocked(userId, name))) return;
      const seen = await this.onboardingStepsRepository.findSeen(userId);
      const body = { onboarding_steps: remainingSteps(seen) };
      this.eventLog.append(onboardingStepsEvent(realmId, body, Audience.user(userId)));
    });
  }
}
