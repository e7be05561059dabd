// Checks values of the group settings of realms, streams and user groups: the referenced groups and users
// must exist and be active, and the catalogue must allow the value.
import { Injectable } from '@nestjs/common';
import type { GroupPermission } from './group-permissions.js';
import { checkHolder, groupIdsOf, userIdsOf } from './group-setting-rules.js';
import { canonicalGroupSetting, type GroupSettingValue } from './group-setting.service.js';
import { GroupSettingsRepository } from './group-settings.repository.js';

type Values<Name extends string> = Readonly<Partial<Record<Name, GroupSettingValue | undefined>>>;

@Injectable()
export class GroupSettingsAccess {
  constructor(private readonly groupSettingsRepository: GroupSettingsRepository) {}

  /**
   * Returns the defined values in canonical form. Throws for the first invalid one. Joins the current
   * transaction and locks the referenced groups against deactivation until its end. Users in the
   * existing values are accepted even if they are deactivated.
   */
  async checked<Name extends string>(
    realmId: number,
    permissions: Readonly<Record<Name, GroupPermission>>,
    input: Values<Name>,
    existing: Values<Name> = {} as Values<Name>,
  ): Promise<Partial<Record<Name, GroupSettingValue>>> {
    const values = new Map<Name, GroupSettingValue>();
    for (const name of Object.keys(permissions) as Name[]) {
      const value = input[name];
      if (value !== undefined) values.set(name, canonicalGroupSetting(value));
    }
    if (values.size === 0) return {};
    const all = [...values.values()];
    const { groups, userIds } = await this.groupSettingsRepository.findHolders(
      realmId,
      all.flatMap(groupIdsOf),
      all.flatMap(userIdsOf),
    );
    for (const [name, value] of values) {
      const existingIds = userIdsOf(existing[name] ?? NO_HOLDERS);
      const holders = { groups, userIds: new Set([...userIds, ...existingIds]) };
      checkHolder(name, permissions[name], value, holders);
    }
    return Object.fromEntries(values) as Partial<Record<Name, GroupSettingValue>>;
  }
}

const NO_HOLDERS: GroupSettingValue = { direct_members: [], direct_subgroups: [] };
