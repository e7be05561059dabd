import { Module } from '@nestjs/common';
import { EmailChangeModule } from '#modules/auth/email-change';
import { PasswordsModule } from '#modules/auth/passwords';
import { GroupsModule } from '#modules/groups/groups';
import { DraftsModule } from '#modules/messages/drafts';
import { RealmsModule } from '#modules/realms/realms';
import { PresenceModule } from '#modules/users/presence';
import { SettingsModule } from '#modules/users/settings-catalogue';
import { UserStatusModule } from '#modules/users/status';
import { UsersModule } from '#modules/users/users';
import { SettingCommandsController } from './setting-commands.controller.js';
import { SettingCommandsService } from './setting-commands.service.js';
import { SettingTargetsAccess } from './setting-targets.access.js';
import { SettingsController } from './settings.controller.js';
import { UpdateSettingsService } from './update-settings.service.js';

@Module({
  imports: [
    DraftsModule,
    EmailChangeModule,
    GroupsModule,
    PasswordsModule,
    PresenceModule,
    RealmsModule,
    SettingsModule,
    UsersModule,
    UserStatusModule,
  ],
  controllers: [SettingCommandsController, SettingsController],
  providers: [SettingCommandsService, SettingTargetsAccess, UpdateSettingsService],
})
export class UserSettingsModule {}
