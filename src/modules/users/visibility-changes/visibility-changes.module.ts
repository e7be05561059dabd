import { Module } from '@nestjs/common';
import { PresenceModule } from '#modules/users/presence';
import { UserStatusModule } from '#modules/users/status';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { VisibilityChanges } from './visibility-changes.service.js';

@Module({
  imports: [PresenceModule, UserStatusModule, UsersModule, VisibilityModule],
  providers: [VisibilityChanges],
  exports: [VisibilityChanges],
})
export class VisibilityChangesModule {}
