import { Module } from '@nestjs/common';
import { GroupsModule } from '#modules/groups/groups.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { UserCredentials } from './user-credentials.service.js';
import { UserEntity } from './user.entity.js';
import { UsersAccess } from './users.access.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';
import { UsersSnapshot } from './users.snapshot.js';

export { UsersSnapshot } from './users.snapshot.js';

@Module({
  imports: [DatabaseModule.forFeature([UserEntity]), GroupsModule, RealmsModule],
  controllers: [UsersController],
  providers: [UserCredentials, UsersAccess, UsersRepository, UsersService, UsersSnapshot],
  exports: [UserCredentials, UsersAccess, UsersService, UsersSnapshot],
})
export class UsersModule {}
