import { Module } from '@nestjs/common';
import { EmailChangeModule } from '#modules/auth/email-change';
import { PasswordsModule } from '#modules/auth/passwords';
import { GroupsModule } from '#modules/groups/groups';
import { RealmsModule } from '#modules/realms/realms';
import { PresenceModule } from '#modules/users/presence';
import { SettingsModule } from '#modules/users/settings-catalogue';
import { UsersModule } from '#modules/users/users';
import { OwnAccount } from './own-account.service.js';
import { PeopleRepository } from './people.repository.js';
import { PersonalSettingsController } from './personal-settings.controller.js';
import { PersonalSettings } from './personal-settings.service.js';
import { ProfileSettings } from './profile-settings.service.js';
import { SettingTargets } from './setting-targets.access.js';

@Module({
  imports: [
    EmailChangeModule,
    GroupsModule,
    PresenceModule,
    RealmsModule,
    SettingsModule,
    PasswordsModule,
    UsersModule,
  ],
  controllers: [PersonalSettingsController],
  providers: [OwnAccount, PeopleRepository, PersonalSettings, ProfileSettings, SettingTargets],
})
export class PersonalSettingsModule {}
