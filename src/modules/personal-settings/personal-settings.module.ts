import { Module } from '@nestjs/common';
import { AccountsModule } from '#modules/accounts/accounts.module.js';
import { GroupsModule } from '#modules/groups/groups.module.js';
import { PresenceModule } from '#modules/presence/presence.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { SettingsModule } from '#modules/settings/settings.module.js';
import { SignInModule } from '#modules/sign-in/sign-in.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { OwnAccount } from './own-account.service.js';
import { PeopleRepository } from './people.repository.js';
import { PersonalSettingsController } from './personal-settings.controller.js';
import { PersonalSettings } from './personal-settings.service.js';
import { ProfileSettings } from './profile-settings.service.js';
import { SettingTargets } from './setting-targets.access.js';

@Module({
  imports: [
    AccountsModule,
    GroupsModule,
    PresenceModule,
    RealmsModule,
    SettingsModule,
    SignInModule,
    UsersModule,
  ],
  controllers: [PersonalSettingsController],
  providers: [OwnAccount, PeopleRepository, PersonalSettings, ProfileSettings, SettingTargets],
})
export class PersonalSettingsModule {}
