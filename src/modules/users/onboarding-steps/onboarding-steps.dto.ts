import { Text } from '#platform/http/parameters/decorators.js';

export class MarkOnboardingStepDto {
  @Text()
  onboarding_step!: string;
}
