// The default settings of a realm for new users. A change does not affect existing users.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Schema } from '#platform/http/contract.js';
import type { Actor } from '#platform/http/actor.js';
import { userSettingChanged, userSettingsDefaultsEvent } from './settings.events.js';
import { SettingsRepository } from './settings.repository.js';
import { type UserSettings, userSettings } from './user-settings.js';

@Injectable()
export class UserSettingsDefaults {
  constructor(
    private readonly settingsRepository: SettingsRepository,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  /** Returns the names of the settings that already had the value. */
  async change({ realmId }: Actor, values: Partial<UserSettings>): Promise<string[]> {
    return this.database.transaction(async () => {
      const existing = userSettings(await this.settingsRepository.lockDefaults(realmId));
      const unchanged: string[] = [];
      const changes: Record<string, Schema<'UserSettingValue'>> = {};
      for (const [name, value] of Object.entries(values)) {
        if (existing[name as keyof UserSettings] === value) unchanged.push(name);
        else changes[name] = value;
      }
      if (Object.keys(changes).length > 0) {
        await this.settingsRepository.changeDefaults(realmId, changes);
        this.auditLog.record(realmId, {
          kind: 'realm.user_settings_defaults_changed',
          targetIds: [realmId],
          before: existing,
          after: changes,
        });
      }
      for (const [name, value] of Object.entries(changes)) {
        const change = userSettingChanged(name, value);
        this.eventLog.append(userSettingsDefaultsEvent(realmId, change, Audience.realm()));
      }
      return unchanged;
    });
  }
}
