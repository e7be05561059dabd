import type { Schema } from '#platform/http/contract.js';
import { NOTICES } from './steps.js';

export function remainingSteps(seen: ReadonlySet<string>): Schema<'OnboardingStep'>[] {
  const remaining = NOTICES.filter((name) => !seen.has(name));
  return remaining.map((name) => ({ type: 'one_time_notice', name }));
}
