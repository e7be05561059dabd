// Checks values of group settings for realms, streams and user groups alike: referenced groups and users
// exist and are active, and the setting accepts the value.
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
    given: Values<Name>,
    present: Values<Name> = {} as Values<Name>,
  ): Promise<Partial<Record<Name, GroupSettingValue>>> {
    const values = new Map<Name, GroupSettingValue>();
    for (const name of Object.keys(permissions) as Name[]) {
      const value = given[name];
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
      const staying = userIdsOf(present[name] ?? NOBODY);
      const holders = { groups, userIds: new Set([...userIds, ...staying]) };
      checkHolder(name, permissions[name], value, holders);
    }
    return Object.fromEntries(values) as Partial<Record<Name, GroupSettingValue>>;
  }
}

const NOBODY: GroupSettingValue = { direct_members: [], direct_subgroups: [] };
