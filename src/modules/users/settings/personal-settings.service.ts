// PATCH /settings: changes settings of the actor or, for administrators, of many people at once, and
// tells the clients of those in whom something changed.
import { Injectable } from '@nestjs/common';
import { ChangePasswordService, type PasswordChange } from '#modules/auth/passwords';
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
    private readonly settingTargets: SettingTargets,
    private readonly ownAccount: OwnAccount,
    private readonly changeUserSettings: ChangeUserSettings,
    private readonly profileSettings: ProfileSettings,
    private readonly changePasswordService: ChangePasswordService,
    private readonly database: Database,
  ) {}

  /** Returns the names of the parameters that changed nothing in anybody. */
  async update(actor: Actor, update: SettingsUpdate): Promise<string[]> {
    if (update.targets) checkForOthers(update);
    const { account, timezone } = update;
    const password = await this.changePasswordService.check(actor, update.password);
    const { email_address_visibility: visibility, ...values } = update.values;
    const outcome = await this.database.transaction(async () => {
      const targets = await this.settingTargets.of(actor, update.targets);
      if (password) await this.changePasswordService.change(actor, password);
      const changed = await this.changeUserSettings.change(targets, values);
      const unchanged = [
        ...(await this.ownAccount.change(actor, account)),
        ...(await this.profileSettings.change(targets, { timezone, visibility })),
        ...Object.keys(values).filter((name) => !changed.has(name)),
      ];
      return { unchanged, changed };
    });
    await this.profileSettings.follow(actor.realmId, outcome.changed, values);
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
