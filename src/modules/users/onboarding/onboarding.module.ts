import { Module } from '@nestjs/common';
import { MessageFlagsModule } from '#modules/messages/flags';
import { SendMessagesModule } from '#modules/messages/send';
import { InvitesModule } from '#modules/invites/invites';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { OnboardingService } from './onboarding.service.js';
import { OnboardingWorker } from './onboarding.worker.js';

@Module({
  imports: [MessageFlagsModule, SendMessagesModule, InvitesModule, RealmsModule, UsersModule],
  providers: [OnboardingService, OnboardingWorker],
})
export class OnboardingModule {}
