// Decides whether permissions may be given to somebody, the same way for organizations, channels
// and user groups: who is named exists and is in use, and the permission accepts it.
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
   * The given values in canonical form, without those that are undefined; or throws what is wrong
   * with the first that is not acceptable. To be called inside the transaction that stores them:
   * until its end nobody can deactivate a group that they name. People whom the present values
   * name may stay, active or not.
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
