// Personal settings, for other modules.
import { Injectable } from '@nestjs/common';
import { SettingsRepository } from './settings.repository.js';
import { type UserSettings, userSettings } from './user-settings.js';

@Injectable()
export class UserSettingsService {
  constructor(private readonly settingsRepository: SettingsRepository) {}

  async get(user: { realmId: number; userId: number }): Promise<UserSettings> {
    const { settings } = await this.settingsRepository.findByUser(user.realmId, user.userId);
    return userSettings(settings);
  }

  /** The settings of a user row, whose column `settings` is `stored`. */
  fromStored(stored: Readonly<Record<string, unknown>>): UserSettings {
    return userSettings(stored);
  }

  /** The values of channel notification settings that are null, keyed by the name of the setting. */
  async notificationDefaults(user: {
    realmId: number;
    userId: number;
  }): Promise<Record<string, boolean>> {
    const settings = await this.get(user);
    return {
      desktop_notifications: settings.enable_stream_desktop_notifications,
      audible_notifications: settings.enable_stream_audible_notifications,
      push_notifications: settings.enable_stream_push_notifications,
      email_notifications: settings.enable_stream_email_notifications,
      wildcard_mentions_notify: settings.wildcard_mentions_notify,
    };
  }
}
