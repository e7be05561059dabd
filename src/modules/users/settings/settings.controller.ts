import { Controller } from '@nestjs/common';
import { USER_SETTINGS } from '#modules/users/settings-catalogue';
import {
  type Actor,
  CurrentActor,
  CurrentOrigin,
  CurrentSession,
  type LoginOrigin,
} from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { type IgnoredReport, Input, ReportIgnored } from '#platform/http/parameters/input.js';
import { pickSettings } from '#platform/http/parameters/setting-parameters.js';
import { Patch } from '#platform/http/write-routes.js';
import { UpdateSettingsDto } from './settings.dto.js';
import { UpdateSettingsService } from './update-settings.service.js';

@Controller('settings')
export class SettingsController {
  constructor(private readonly updateSettingsService: UpdateSettingsService) {}

  @Patch()
  async update(
    @CurrentActor() actor: Actor,
    @CurrentSession() sessionId: number | undefined,
    @CurrentOrigin() { address }: LoginOrigin,
    @Input() input: UpdateSettingsDto,
    @ReportIgnored() ignored: IgnoredReport,
  ): Promise<ResponseOf<'update-settings'>> {
    const { target_users: targets, timezone, full_name: fullName, email } = input;
    const { old_password: oldPassword, new_password: newPassword } = input;
    const unchanged = await this.updateSettingsService.update(actor, {
      targets: targets && {
        userIds: targets.user_ids,
        groupIds: targets.group_ids,
        skipEdited: targets.skip_if_already_edited,
      },
      fullName,
      email,
      password: { oldPassword, newPassword, sessionId, address },
      timezone,
      values: pickSettings(USER_SETTINGS, input),
    });
    ignored(unchanged);
  }

  /** The address of notification settings for clients from before the settings were merged. */
  @Patch('notifications')
  updateNotifications(
    @CurrentActor() actor: Actor,
    @CurrentSession() sessionId: number | undefined,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() input: UpdateSettingsDto,
    @ReportIgnored() ignored: IgnoredReport,
  ): Promise<ResponseOf<'update-notification-settings'>> {
    return this.update(actor, sessionId, origin, input, ignored);
  }

  /** The address of display settings for clients from before the settings were merged. */
  @Patch('display')
  updateDisplay(
    @CurrentActor() actor: Actor,
    @CurrentSession() sessionId: number | undefined,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() input: UpdateSettingsDto,
    @ReportIgnored() ignored: IgnoredReport,
  ): Promise<ResponseOf<'update-display-settings'>> {
    return this.update(actor, sessionId, origin, input, ignored);
  }
}
