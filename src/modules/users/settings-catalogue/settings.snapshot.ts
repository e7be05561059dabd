// The personal settings and the defaults for new users in the register snapshot
// (fetch types `user_settings` and `realm_user_settings_defaults`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
  type SpectatorView,
} from '#platform/event-log/snapshot-section.js';
import { SettingsRepository } from './settings.repository.js';
import { EMOJI_SETS, NOTIFICATION_SOUNDS, userSettings } from './user-settings.js';

/** The choices of settings that are not constant in the API. */
const CHOICES = {
  available_notification_sounds: NOTIFICATION_SOUNDS,
  emojiset_choices: EMOJI_SETS,
};

@Injectable()
@Snapshot()
export class SettingsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['user_settings', 'realm_user_settings_defaults'];

  constructor(private readonly settingsRepository: SettingsRepository) {}

  async read({ actor, fetches }: SnapshotViewer): Promise<SnapshotState> {
    const state: SnapshotState = {};
    if (fetches('user_settings')) {
      const stored = await this.settingsRepository.findByUser(actor.realmId, actor.userId);
      const settings = userSettings(stored.settings);
      state.user_settings = { ...settings, timezone: stored.timezone, ...CHOICES };
      // For old clients, regardless of their capabilities.
      state.receives_typing_notifications = settings.receives_typing_notifications;
    }
    if (fetches('realm_user_settings_defaults')) {
      const stored = await this.settingsRepository.findRealmDefaults(actor.realmId);
      state.realm_user_settings_defaults = { ...userSettings(stored), ...CHOICES };
    }
    return state;
  }

  /** Spectators have the default settings of the realm. */
  async readForSpectators({ realmId, fetches }: SpectatorView): Promise<SnapshotState> {
    const settings = {
      ...userSettings(await this.settingsRepository.findRealmDefaults(realmId)),
      ...CHOICES,
    };
    return {
      ...(fetches('user_settings') ? { user_settings: { ...settings, timezone: '' } } : {}),
      ...(fetches('realm_user_settings_defaults')
        ? { realm_user_settings_defaults: settings }
        : {}),
    };
  }
}
