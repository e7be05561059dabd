// Changes personal settings of any number of users with a constant number of statements, and publishes
// to each user the settings that changed for that user. The caller checks permissions.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Schema } from '#platform/http/contract.js';
import { userSettingChanged, userSettingsEvent } from './settings.events.js';
import { SettingsRepository } from './settings.repository.js';
import { USER_SETTINGS, type UserSettings } from './user-settings.js';

export interface SettingsTargets {
  realmId: number;
  userIds: number[];
  /** Skips settings that the user edited. */
  skipEdited: boolean;
  /** Marks the settings as edited by the user. */
  markEdited: boolean;
}

@Injectable()
export class ChangeUserSettingsService {
  constructor(
    private readonly settingsRepository: SettingsRepository,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  /** Returns the ids of the users whose setting changed, keyed by the name of the setting. */
  async change(
    targets: SettingsTargets,
    values: Partial<UserSettings>,
  ): Promise<Map<string, number[]>> {
    const names = Object.keys(values) as (keyof UserSettings)[];
    if (names.length === 0 || targets.userIds.length === 0) return new Map();
    const initial = Object.fromEntries(names.map((name) => [name, USER_SETTINGS[name].default]));
    return this.database.transaction(async () => {
      const changed = await this.settingsRepository.change(targets, values, initial);
      for (const [name, userIds] of changed) {
        this.publish(targets.realmId, name, values[name as keyof UserSettings]!, userIds);
      }
      return changed;
    });
  }

  /** Returns the ids of the users whose time zone changed. It is also part of the profile that others see. */
  async changeTimezone(targets: SettingsTargets, timezone: string): Promise<number[]> {
    return this.database.transaction(async () => {
      const userIds = await this.eligible(targets, 'timezone');
      const changed = await this.settingsRepository.changeTimezone(
        targets.realmId,
        userIds,
        timezone,
      );
      await this.recordChange(targets, 'timezone', timezone, changed);
      return changed;
    });
  }

  /** The targets to change, for a setting that is stored outside the settings column. */
  async eligible(targets: SettingsTargets, name: string): Promise<number[]> {
    if (!targets.skipEdited) return targets.userIds;
    return this.settingsRepository.filterNotEdited(targets.realmId, targets.userIds, name);
  }

  /** Records the change of a setting that is stored outside the settings column. Joins the current transaction. */
  async recordChange(
    { realmId, markEdited }: SettingsTargets,
    name: string,
    value: Schema<'UserSettingValue'>,
    userIds: number[],
  ): Promise<void> {
    if (userIds.length === 0) return;
    if (markEdited) await this.settingsRepository.markEdited(realmId, userIds, name);
    this.publish(realmId, name, value, userIds);
  }

  private publish(
    realmId: number,
    name: string,
    value: Schema<'UserSettingValue'>,
    userIds: number[],
  ): void {
    this.auditLog.record(realmId, {
      kind: 'user.settings_changed',
      targetIds: userIds,
      after: { [name]: value },
      exceptOwn: true,
    });
    this.eventLog.append(
      userSettingsEvent(realmId, userSettingChanged(name, value), Audience.users(userIds)),
    );
  }
}
