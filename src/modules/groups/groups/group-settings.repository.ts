import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { NamedHolders } from './group-setting-rules.js';
import type { SystemGroupName } from './system-groups.js';

interface HolderRow {
  id: number;
  isGroup: boolean;
  systemName: SystemGroupName | null;
}

@Injectable()
export class GroupSettingsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns the active groups and users of the realm. Locks the groups against deactivation until the
   * end of the current transaction.
   */
  async findHolders(realmId: number, groupIds: number[], userIds: number[]): Promise<NamedHolders> {
    // Ids are compared as bigint, since a request can contain ids beyond the range of the key.
    const rows = await this.database.query<HolderRow>(
      `SELECT id, true AS "isGroup", name AS "systemName"
       FROM user_groups
       WHERE realm_id = $1 AND id = ANY($2::bigint[]) AND is_system_group
       UNION ALL
       SELECT id, true, NULL
       FROM (
         SELECT id FROM user_groups
         WHERE realm_id = $1 AND id = ANY($2::bigint[]) AND NOT is_system_group AND NOT deactivated
         ORDER BY id FOR SHARE
       ) AS named
       UNION ALL
       SELECT id, false, NULL
       FROM users
       WHERE realm_id = $1 AND id = ANY($3::bigint[]) AND is_active AND NOT is_system_bot`,
      [realmId, groupIds, userIds],
    );
    const groups = rows.filter(({ isGroup }) => isGroup);
    const users = rows.filter(({ isGroup }) => !isGroup);
    return {
      groups: new Map(groups.map(({ id, systemName }) => [id, systemName])),
      userIds: new Set(users.map(({ id }) => id)),
    };
  }
}
