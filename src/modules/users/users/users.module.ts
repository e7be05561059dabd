import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GroupsModule } from '#modules/groups/groups';
import { RealmsModule } from '#modules/realms/realms';
import { VisibilityModule } from '#modules/users/visibility';
import { UserChangesRepository } from './user-changes.repository.js';
import { UserChanges } from './user-changes.service.js';
import { UserApiKeys } from './user-api-keys.service.js';
import { UserEmails } from './user-emails.service.js';
import { UserEvents } from './user-events.service.js';
import { UserSummaries } from './user-summaries.service.js';
import { UserEntity } from './user.entity.js';
import { UsersAccess } from './users.access.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';
import { UsersSnapshot } from './users.snapshot.js';

@Module({
  imports: [TypeOrmModule.forFeature([UserEntity]), GroupsModule, RealmsModule, VisibilityModule],
  controllers: [UsersController],
  providers: [
    UserChanges,
    UserChangesRepository,
    UserApiKeys,
    UserEmails,
    UserEvents,
    UserSummaries,
    UsersAccess,
    UsersRepository,
    UsersService,
    UsersSnapshot,
  ],
  exports: [
    UserChanges,
    UserApiKeys,
    UserEmails,
    UserEvents,
    UserSummaries,
    UsersAccess,
    UsersService,
  ],
})
export class UsersModule {}
