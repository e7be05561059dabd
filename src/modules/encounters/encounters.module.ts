import { Module } from '@nestjs/common';
import { PresenceModule } from '#modules/presence/presence.module.js';
import { UserStatusModule } from '#modules/user-status/user-status.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { Encounters } from './encounters.service.js';

@Module({
  imports: [PresenceModule, UserStatusModule, UsersModule],
  providers: [Encounters],
  exports: [Encounters],
})
export class EncountersModule {}
