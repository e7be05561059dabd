import {
  type GroupSettingUpdate,
  groupSettingUpdateProblem,
  REALM_PERMISSIONS,
  type RealmPermission,
} from '#modules/groups/groups';
import { ADMINISTERED_SETTINGS } from '#modules/realms/realms';
import { Integer, JsonValue, Text } from '#platform/http/parameters/decorators.js';
import { SettingParameters } from '#platform/http/parameters/setting-parameters.js';

@SettingParameters(ADMINISTERED_SETTINGS)
export class UpdateRealmDto {
  @Text({ optional: true })
  name?: string;

  @Text({ optional: true })
  description?: string;
}

for (const name of Object.keys(REALM_PERMISSIONS)) {
  JsonValue({ check: groupSettingUpdateProblem, optional: true })(UpdateRealmDto.prototype, name);
}

export type PermissionUpdates = Partial<Record<RealmPermission, GroupSettingUpdate>>;

/** Returns the group settings that the request changes. */
export function pickPermissions(input: UpdateRealmDto): PermissionUpdates {
  const values = input as Partial<Record<RealmPermission, GroupSettingUpdate>>;
  const names = Object.keys(REALM_PERMISSIONS) as RealmPermission[];
  const changed = names.filter((name) => values[name] !== undefined);
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

export class DeactivateRealmDto {
  @Integer({ optional: true, nullable: true })
  deletion_delay_days?: number | null;
}

export class TestWelcomeMessageDto {
  @Text({ minLength: 1, maxLength: 8000 })
  welcome_message_custom_text!: string;
}
