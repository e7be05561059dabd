import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { MarkOnboardingStepDto } from './onboarding-steps.dto.js';
import { OnboardingStepsService } from './onboarding-steps.service.js';

@Controller('users/me/onboarding_steps')
export class OnboardingStepsController {
  constructor(private readonly onboardingStepsService: OnboardingStepsService) {}

  @Post()
  async markSeen(
    @CurrentActor() actor: Actor,
    @Input() { onboarding_step: name }: MarkOnboardingStepDto,
  ): Promise<ResponseOf<'mark-onboarding-step'>> {
    await this.onboardingStepsService.markSeen(actor, name);
  }
}
