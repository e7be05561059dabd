import { Module } from '@nestjs/common';
import { InvitesModule } from '#modules/invites/invites';
import { MessagesModule } from '#modules/messages/messages';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { OnboardingService } from './onboarding.service.js';
import { OnboardingWorker } from './onboarding.worker.js';

@Module({
  imports: [InvitesModule, MessagesModule, RealmsModule, UsersModule],
  providers: [OnboardingService, OnboardingWorker],
})
export class OnboardingModule {}
