// The settings that others see the effect of: the time zone is a part of the profile, and who may
// see the address decides what the API shows as one, and who keeps their presence to themselves is
// gone for others. All but the last joins the present transaction.
import { Injectable } from '@nestjs/common';
import { PresenceHiding } from '#modules/users/presence';
import {
  ChangeUserSettings,
  type SettingsTargets,
  type UserSettings,
} from '#modules/users/settings-catalogue';
import { UserEmails, UserEvents, UsersService } from '#modules/users/users';
import { EmailVisibility } from '#modules/users/visibility';
import { ApiError } from '#platform/http/api-error.js';
import { isTimeZone } from '#platform/time-zones.js';

export interface ProfileSettingValues {
  timezone?: string | undefined;
  visibility?: UserSettings['email_address_visibility'] | undefined;
}

@Injectable()
export class ProfileSettings {
  constructor(
    private readonly changeUserSettings: ChangeUserSettings,
    private readonly userEmails: UserEmails,
    private readonly userEvents: UserEvents,
    private readonly usersService: UsersService,
    private readonly presenceHiding: PresenceHiding,
  ) {}

  /** Returns the names of the parameters that changed nothing in anybody. */
  async change(
    targets: SettingsTargets,
    { timezone, visibility }: ProfileSettingValues,
  ): Promise<string[]> {
    const unchanged: string[] = [];
    if (timezone !== undefined && !(await this.changeTimezone(targets, timezone))) {
      unchanged.push('timezone');
    }
    if (visibility !== undefined && !(await this.changeVisibility(targets, visibility))) {
      unchanged.push('email_address_visibility');
    }
    return unchanged;
  }

  /** After other settings are stored, in whom they changed by their names. */
  async follow(
    realmId: number,
    changed: ReadonlyMap<string, number[]>,
    { presence_enabled: showsPresence }: Partial<UserSettings>,
  ): Promise<void> {
    const userIds = changed.get('presence_enabled') ?? [];
    if (showsPresence === false && userIds.length > 0)
      await this.presenceHiding.hide(realmId, userIds);
  }

  private async changeTimezone(targets: SettingsTargets, timezone: string): Promise<boolean> {
    if (timezone !== '' && !isTimeZone(timezone)) {
      throw ApiError.badRequest('timezone must be the name of a time zone');
    }
    const { realmId } = targets;
    const changed = await this.changeUserSettings.changeTimezone(targets, timezone);
    for (const { id: user_id, email } of await this.usersService.findByIds(realmId, changed)) {
      await this.userEvents.publish(realmId, { user_id, timezone, email });
    }
    return changed.length > 0;
  }

  private async changeVisibility(
    targets: SettingsTargets,
    given: UserSettings['email_address_visibility'],
  ): Promise<boolean> {
    const name = 'email_address_visibility';
    const visibility = VISIBILITIES[given];
    const userIds = await this.changeUserSettings.eligible(targets, name);
    const changed = await this.userEmails.setVisibility(targets.realmId, userIds, visibility);
    await this.changeUserSettings.noteChange(targets, name, visibility, changed);
    return changed.length > 0;
  }
}

const VISIBILITIES: Record<UserSettings['email_address_visibility'], EmailVisibility> = {
  1: EmailVisibility.Everyone,
  2: EmailVisibility.Members,
  3: EmailVisibility.Administrators,
  4: EmailVisibility.Nobody,
  5: EmailVisibility.Moderators,
};
