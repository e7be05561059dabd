export { ChangeUserSettingsService, type SettingsTargets } from './change-user-settings.service.js';
export { userSettingsEvent } from './settings.events.js';
export { SettingsModule } from './settings.module.js';
export { UserSettingsService } from './user-settings.service.js';
export { USER_SETTINGS, type UserSettings } from './user-settings.js';
