// The personal settings, for what other features do on behalf of a user.
import { Injectable } from '@nestjs/common';
import { SettingsRepository } from './settings.repository.js';
import { type UserSettings, userSettings } from './user-settings.js';

@Injectable()
export class UserSettingsService {
  constructor(private readonly settingsRepository: SettingsRepository) {}

  async of(user: { realmId: number; userId: number }): Promise<UserSettings> {
    const { settings } = await this.settingsRepository.ofUser(user.realmId, user.userId);
    return userSettings(settings);
  }

  /** Of a user whose row somebody has read: `stored` is what it holds. */
  complete(stored: Readonly<Record<string, unknown>>): UserSettings {
    return userSettings(stored);
  }

  /** What a channel's notification setting means while it is null, by the name of the setting. */
  async notificationDefaults(user: {
    realmId: number;
    userId: number;
  }): Promise<Record<string, boolean>> {
    const settings = await this.of(user);
    return {
      desktop_notifications: settings.enable_stream_desktop_notifications,
      audible_notifications: settings.enable_stream_audible_notifications,
      push_notifications: settings.enable_stream_push_notifications,
      email_notifications: settings.enable_stream_email_notifications,
      wildcard_mentions_notify: settings.wildcard_mentions_notify,
    };
  }
}
