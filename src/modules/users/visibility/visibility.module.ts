import { Module } from '@nestjs/common';
import { GroupsModule } from '#modules/groups/groups';
import { RealmsModule } from '#modules/realms/realms';
import { UserVisibilityRepository } from './user-visibility.repository.js';
import { UserVisibility } from './user-visibility.service.js';

/** The users and email addresses that a user may see. */
@Module({
  imports: [GroupsModule, RealmsModule],
  providers: [UserVisibility, UserVisibilityRepository],
  exports: [UserVisibility],
})
export class VisibilityModule {}
