// PATCH /settings: changes the settings of the actor or, for administrators, of many users at once. Name,
// email address and password belong to the account and are changed by users for themselves only.
import { Injectable } from '@nestjs/common';
import { EmailChangeService } from '#modules/auth/email-change';
import { ChangePasswordService, type PasswordChange } from '#modules/auth/passwords';
import { DraftsService } from '#modules/messages/drafts';
import { RealmsService } from '#modules/realms/realms';
import { PresenceHiding } from '#modules/users/presence';
import {
  ChangeUserSettingsService,
  type SettingsTargets,
  type UserSettings,
} from '#modules/users/settings-catalogue';
import { UserStatusesService } from '#modules/users/status';
import { UserChanges, UserEmails, UserEvents, UsersService } from '#modules/users/users';
import { EmailVisibility } from '#modules/users/visibility';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { isTimeZone } from '#platform/time-zones.js';
import { SettingTargetsAccess, type TargetUsers } from './setting-targets.access.js';

export interface SettingsUpdate {
  /** Undefined means the actor. */
  targets: TargetUsers | undefined;
  fullName: string | undefined;
  /** Becomes the address of the user after its confirmation. */
  email: string | undefined;
  password: PasswordChange;
  timezone: string | undefined;
  values: Partial<UserSettings>;
}

const EMAIL_VISIBILITY = 'email_address_visibility';

@Injectable()
export class UpdateSettingsService {
  constructor(
    private readonly settingTargetsAccess: SettingTargetsAccess,
    private readonly changeUserSettingsService: ChangeUserSettingsService,
    private readonly changePasswordService: ChangePasswordService,
    private readonly emailChangeService: EmailChangeService,
    private readonly userChanges: UserChanges,
    private readonly userEmails: UserEmails,
    private readonly userEvents: UserEvents,
    private readonly usersService: UsersService,
    private readonly presenceHiding: PresenceHiding,
    private readonly userStatusesService: UserStatusesService,
    private readonly draftsService: DraftsService,
    private readonly realmsService: RealmsService,
    private readonly database: Database,
  ) {}

  /** Returns the names of the parameters that changed nothing. */
  async update(actor: Actor, update: SettingsUpdate): Promise<string[]> {
    if (update.targets) requireSettingsOnly(update);
    const { fullName, email, timezone } = update;
    const { [EMAIL_VISIBILITY]: visibility, ...values } = update.values;
    const password = await this.changePasswordService.check(actor, update.password);
    const { changed, results } = await this.database.transaction(async () => {
      const targets = await this.settingTargetsAccess.resolve(actor, update.targets);
      if (password) await this.changePasswordService.change(actor, password);
      const changedIds = await this.changeUserSettingsService.change(targets, values);
      await this.publishAway(targets, changedIds.get('presence_enabled'), values.presence_enabled);
      if (values.enable_drafts_synchronization === false) {
        await this.draftsService.deleteAll(changedIds.get('enable_drafts_synchronization') ?? []);
      }
      return {
        changed: changedIds,
        results: {
          full_name: fullName === undefined || (await this.rename(actor, fullName)),
          email: email === undefined || (await this.emailChangeService.request(actor, email)),
          timezone: timezone === undefined || (await this.changeTimezone(targets, timezone)),
          [EMAIL_VISIBILITY]:
            visibility === undefined || (await this.changeEmailVisibility(targets, visibility)),
        },
      };
    });
    const presenceIds = changed.get('presence_enabled') ?? [];
    if (values.presence_enabled === false && presenceIds.length > 0) {
      await this.presenceHiding.hide(actor.realmId, presenceIds);
    }
    return [
      ...Object.entries(results).flatMap(([name, isChanged]) => (isChanged ? [] : [name])),
      ...Object.keys(values).filter((name) => !changed.has(name)),
    ];
  }

  private async rename(actor: Actor, fullName: string): Promise<boolean> {
    const user = await this.userChanges.lock(actor.realmId, actor.userId);
    if (user.fullName === fullName.trim()) return false;
    const { name_changes_disabled: isDisabled } = await this.realmsService.settings(actor.realmId);
    if (isDisabled && actor.role > Role.Administrator) {
      throw ApiError.badRequest('Names cannot be changed in this organization');
    }
    return this.userChanges.rename(actor.realmId, user, fullName);
  }

  private async publishAway(
    { realmId }: SettingsTargets,
    changedIds: number[] = [],
    isPresenceEnabled = true,
  ): Promise<void> {
    await this.userStatusesService.publishAway(realmId, changedIds, !isPresenceEnabled);
  }

  /** The time zone is part of the profile that other users see. */
  private async changeTimezone(targets: SettingsTargets, timezone: string): Promise<boolean> {
    if (timezone !== '' && !isTimeZone(timezone)) {
      throw ApiError.badRequest('timezone must be the name of a time zone');
    }
    const { realmId } = targets;
    const changed = await this.changeUserSettingsService.changeTimezone(targets, timezone);
    const users = await this.usersService.findByIds(realmId, changed);
    await this.userEvents.publishEach(
      realmId,
      users.map(({ id: user_id, email }) => ({ user_id, timezone, email })),
    );
    return changed.length > 0;
  }

  private async changeEmailVisibility(
    targets: SettingsTargets,
    value: UserSettings[typeof EMAIL_VISIBILITY],
  ): Promise<boolean> {
    const visibility = VISIBILITIES[value];
    const userIds = await this.changeUserSettingsService.eligible(targets, EMAIL_VISIBILITY);
    const changed = await this.userEmails.setVisibility(targets.realmId, userIds, visibility);
    await this.changeUserSettingsService.recordChange(
      targets,
      EMAIL_VISIBILITY,
      visibility,
      changed,
    );
    return changed.length > 0;
  }
}

const VISIBILITIES: Record<UserSettings[typeof EMAIL_VISIBILITY], EmailVisibility> = {
  1: EmailVisibility.Everyone,
  2: EmailVisibility.Members,
  3: EmailVisibility.Administrators,
  4: EmailVisibility.Nobody,
  5: EmailVisibility.Moderators,
};

function requireSettingsOnly({ fullName, email, password, values }: SettingsUpdate): void {
  const { oldPassword, newPassword } = password;
  if ([fullName, email, oldPassword, newPassword].some((value) => value !== undefined)) {
    throw ApiError.badRequest('target_users applies to settings only');
  }
  if (values.allow_private_data_export !== undefined) {
    throw ApiError.badRequest('Users can allow the export of private data only for themselves');
  }
}
