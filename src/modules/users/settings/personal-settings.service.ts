// PATCH /settings: changes settings of the actor or, for administrators, of many people at once, and
// tells the clients of those in whom something changed.
import { Injectable } from '@nestjs/common';
import { OwnPassword, type PasswordChange } from '#modules/auth/login';
import { ChangeUserSettings, type UserSettings } from '#modules/users/settings-catalogue';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { type AccountChanges, OwnAccount } from './own-account.service.js';
import { ProfileSettings } from './profile-settings.service.js';
import { type GivenTargets, SettingTargets } from './setting-targets.access.js';

export interface SettingsUpdate {
  /** Absent means the actor. */
  targets: GivenTargets | undefined;
  account: AccountChanges;
  password: PasswordChange;
  timezone: string | undefined;
  values: Partial<UserSettings>;
}

@Injectable()
export class PersonalSettings {
  constructor(
    private readonly targets: SettingTargets,
    private readonly account: OwnAccount,
    private readonly settings: ChangeUserSettings,
    private readonly profiles: ProfileSettings,
    private readonly passwords: OwnPassword,
    private readonly database: Database,
  ) {}

  /** Returns the names of the parameters that changed nothing in anybody. */
  async update(actor: Actor, update: SettingsUpdate): Promise<string[]> {
    if (update.targets) checkForOthers(update);
    const { account, timezone } = update;
    const password = await this.passwords.prepare(actor, update.password);
    const { email_address_visibility: visibility, ...values } = update.values;
    const outcome = await this.database.transaction(async () => {
      const targets = await this.targets.of(actor, update.targets);
      if (password) await this.passwords.change(actor, password);
      const changed = await this.settings.change(targets, values);
      const unchanged = [
        ...(await this.account.change(actor, account)),
        ...(await this.profiles.change(targets, { timezone, visibility })),
        ...Object.keys(values).filter((name) => !changed.has(name)),
      ];
      return { unchanged, changed };
    });
    await this.profiles.follow(actor.realmId, outcome.changed, values);
    return outcome.unchanged;
  }
}

/** What is not a matter of taste, people decide for themselves only. */
function checkForOthers({ account, password, values }: SettingsUpdate): void {
  const { fullName, email } = account;
  const { oldPassword, newPassword } = password;
  if ([fullName, email, oldPassword, newPassword].some((one) => one !== undefined)) {
    throw ApiError.badRequest('target_users is for settings only');
  }
  if (values.allow_private_data_export !== undefined) {
    throw ApiError.badRequest('Only its owner can release private data for export');
  }
}
