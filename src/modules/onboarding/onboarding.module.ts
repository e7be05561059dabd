import { Module } from '@nestjs/common';
import { InvitesModule } from '#modules/invites/invites.module.js';
import { MessagesModule } from '#modules/messages/messages.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { OnboardingService } from './onboarding.service.js';
import { OnboardingWorker } from './onboarding.worker.js';

@Module({
  imports: [InvitesModule, MessagesModule, RealmsModule, UsersModule],
  providers: [OnboardingService, OnboardingWorker],
})
export class OnboardingModule {}
