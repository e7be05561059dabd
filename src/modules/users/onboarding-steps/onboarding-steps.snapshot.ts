// The onboarding steps that the user has not seen yet (fetch type `onboarding_steps`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { OnboardingStepsRepository } from './onboarding-steps.repository.js';
import { remainingSteps } from './onboarding-steps.view.js';

@Injectable()
@Snapshot()
export class OnboardingStepsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['onboarding_steps'];

  constructor(private readonly onboardingStepsRepository: OnboardingStepsRepository) {}

  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    const seen = await this.onboardingStepsRepository.findSeen(actor.userId);
    return { onboarding_steps: remainingSteps(seen), navigation_tour_video_url: null };
  }
}
