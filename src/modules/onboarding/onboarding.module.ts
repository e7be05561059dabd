import { Module } from '@nestjs/common';
import { MessagesModule } from '#modules/messages/messages.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { OnboardingService } from './onboarding.service.js';
import { OnboardingWorker } from './onboarding.worker.js';

@Module({
  imports: [MessagesModule, RealmsModule, UsersModule],
  providers: [OnboardingService, OnboardingWorker],
})
export class OnboardingModule {}
