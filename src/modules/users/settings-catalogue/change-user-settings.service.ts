// Changes personal settings, of one person or of thousands with the same few statements, and tells
// each person's clients what changed for that person. Who may do so is up to the caller.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { userSettingChanged, userSettingsEvent } from './settings.events.js';
import { SettingsRepository } from './settings.repository.js';
import { USER_SETTINGS, type UserSettings } from './user-settings.js';

export interface SettingsTargets {
  realmId: number;
  userIds: number[];
  /** Leave a setting alone in those who changed it themselves. */
  skipEdited: boolean;
  /** Remember that the people changed these settings themselves. */
  byThemselves: boolean;
}

@Injectable()
export class ChangeUserSettings {
  constructor(
    private readonly settingsRepository: SettingsRepository,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  /** Returns the ids of those in whom a setting changed, by its name. */
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
        this.tell(targets.realmId, name, values[name as keyof UserSettings], userIds);
      }
      return changed;
    });
  }

  /** The time zone is a setting for its owner, and to others a part of the profile. */
  async changeTimezone(targets: SettingsTargets, timezone: string): Promise<number[]> {
    return this.database.transaction(async () => {
      const userIds = await this.eligible(targets, 'timezone');
      const changed = await this.settingsRepository.changeTimezone(
        targets.realmId,
        userIds,
        timezone,
      );
      await this.noteChange(targets, 'timezone', timezone, changed);
      return changed;
    });
  }

  /** Those of the targets in whom a setting that is kept elsewhere may be changed. */
  async eligible(targets: SettingsTargets, name: string): Promise<number[]> {
    if (!targets.skipEdited) return targets.userIds;
    return this.settingsRepository.notEdited(targets.realmId, targets.userIds, name);
  }

  /** After a setting that is kept elsewhere was changed. Joins the present transaction. */
  async noteChange(
    { realmId, byThemselves }: SettingsTargets,
    name: string,
    value: unknown,
    userIds: number[],
  ): Promise<void> {
    if (userIds.length === 0) return;
    if (byThemselves) await this.settingsRepository.markEdited(realmId, userIds, name);
    this.tell(realmId, name, value, userIds);
  }

  private tell(realmId: number, name: string, value: unknown, userIds: number[]): void {
    this.eventLog.append(
      userSettingsEvent(realmId, userSettingChanged(name, value), Audience.users(userIds)),
    );
  }
}
