import { Controller } from '@nestjs/common';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { type IgnoredReport, Input, ReportIgnored } from '#platform/http/parameters/input.js';
import { pickSettings } from '#platform/http/parameters/setting-parameters.js';
import { Patch } from '#platform/http/write-routes.js';
import { UpdateUserSettingsDefaultsDto } from './user-settings-defaults.dto.js';
import { UserSettingsDefaults } from './user-settings-defaults.service.js';
import { SETTINGS_WITH_REALM_DEFAULT } from './user-settings.js';

@Controller('realm/user_settings_defaults')
export class UserSettingsDefaultsController {
  constructor(private readonly userSettingsDefaults: UserSettingsDefaults) {}

  @Patch()
  @RequireRole(Role.Administrator)
  async update(
    @CurrentActor() actor: Actor,
    @Input() input: UpdateUserSettingsDefaultsDto,
    @ReportIgnored() ignored: IgnoredReport,
  ): Promise<ResponseOf<'update-realm-user-settings-defaults'>> {
    ignored(
      await this.userSettingsDefaults.change(
        actor,
        pickSettings(SETTINGS_WITH_REALM_DEFAULT, input),
      ),
    );
  }
}
