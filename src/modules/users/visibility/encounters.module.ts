import { Module } from '@nestjs/common';
import { PresenceModule } from '#modules/users/presence';
import { UserStatusModule } from '#modules/users/status';
import { UsersModule } from '#modules/users/users';
import { Encounters } from './encounters.service.js';

@Module({
  imports: [PresenceModule, UserStatusModule, UsersModule],
  providers: [Encounters],
  exports: [Encounters],
})
export class EncountersModule {}
