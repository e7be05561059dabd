import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OnboardingStepsController } from './onboarding-steps.controller.js';
import { OnboardingStepsRepository } from './onboarding-steps.repository.js';
import { OnboardingStepsService } from './onboarding-steps.service.js';
import { OnboardingStepsSnapshot } from './onboarding-steps.snapshot.js';
import { SeenOnboardingStepEntity } from './seen-onboarding-step.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([SeenOnboardingStepEntity])],
  controllers: [OnboardingStepsController],
  providers: [OnboardingStepsRepository, OnboardingStepsService, OnboardingStepsSnapshot],
})
export class OnboardingStepsModule {}
