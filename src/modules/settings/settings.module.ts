import { Module } from '@nestjs/common';
import { SettingsRepository } from './settings.repository.js';
import { SettingsSnapshot } from './settings.snapshot.js';
import { UserSettingsService } from './user-settings.service.js';

export { SettingsSnapshot } from './settings.snapshot.js';

@Module({
  providers: [SettingsRepository, SettingsSnapshot, UserSettingsService],
  exports: [SettingsSnapshot, UserSettingsService],
})
export class SettingsModule {}
