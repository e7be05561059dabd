// The user has seen an onboarding step. The event contains all remaining steps.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const onboardingStepsEvent = defineEvent<EventBody<'OnboardingStepsEvent'>>({
  type: 'onboarding_steps',
});
