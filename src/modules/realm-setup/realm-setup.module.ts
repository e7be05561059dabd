import { Module } from '@nestjs/common';
import { GroupsModule } from '#modules/groups/groups.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { RealmSetupService } from './realm-setup.service.js';

@Module({
  imports: [GroupsModule, RealmsModule, UsersModule],
  providers: [RealmSetupService],
  exports: [RealmSetupService],
})
export class RealmSetupModule {}
