import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EmojiModule } from '#modules/realms/emoji';
import { PresenceModule } from '#modules/users/presence';
import { SettingsModule } from '#modules/users/settings-catalogue';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { OwnStatusService } from './own-status.service.js';
import { UserStatusController } from './user-status.controller.js';
import { UserStatusEntity } from './user-status.entity.js';
import { UserStatusSnapshot } from './user-status.snapshot.js';
import { UserStatusesRepository } from './user-statuses.repository.js';
import { UserStatusesService } from './user-statuses.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([UserStatusEntity]),
    EmojiModule,
    PresenceModule,
    SettingsModule,
    UsersModule,
    VisibilityModule,
  ],
  controllers: [UserStatusController],
  providers: [OwnStatusService, UserStatusSnapshot, UserStatusesService, UserStatusesRepository],
  exports: [UserStatusesService],
})
export class UserStatusModule {}
