import { Module } from '@nestjs/common';
import { ChangeUserSettingsService } from './change-user-settings.service.js';
import { SettingsRepository } from './settings.repository.js';
import { SettingsSnapshot } from './settings.snapshot.js';
import { UserSettingsDefaultsController } from './user-settings-defaults.controller.js';
import { UserSettingsDefaults } from './user-settings-defaults.service.js';
import { UserSettingsService } from './user-settings.service.js';

@Module({
  controllers: [UserSettingsDefaultsController],
  providers: [
    ChangeUserSettingsService,
    SettingsRepository,
    SettingsSnapshot,
    UserSettingsDefaults,
    UserSettingsService,
  ],
  exports: [ChangeUserSettingsService, UserSettingsService],
})
export class SettingsModule {}
