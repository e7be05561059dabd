import { Injectable } from '@nestjs/common';
import type { GroupPermissionName, GroupSettingValue, UserGroupRow } from '#modules/groups/groups';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { isUniqueViolation } from '#platform/database/postgres-errors.js';

/** A group without its contents. */
export type UserGroup = Omit<UserGroupRow, 'member_ids' | 'subgroup_ids'>;

export type NewGroupPermissions = Partial<Record<GroupPermissionName, GroupSettingValue>>;

/** Settings of the realm, a stream or a group that refer to a group. */
export interface GroupUse {
  kind: 'realm' | 'channel' | 'user_group';
  id: number;
  settings: string[];
}

const COLUMNS = `id, name, description, is_system_group, creator_id, date_created, deactivated,
  permissions`;

@Injectable()
export class UserGroupsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async find(realmId: number, id: number): Promise<UserGroup | undefined> {
    const [group] = await this.database.query<UserGroup>(
      `SELECT ${COLUMNS} FROM user_groups WHERE realm_id = $1 AND id = $2`,
      [realmId, id],
      { prepare: true },
    );
    return group;
  }

  /** Locks the group, except for its members, until the end of the current transaction. */
  async lock(id: number): Promise<UserGroup> {
    const [group] = await this.database.query<UserGroup>(
      `SELECT ${COLUMNS} FROM user_groups WHERE id = $1 FOR UPDATE`,
      [id],
    );
    return group!;
  }

  /** Returns whether the group is deactivated, and locks the group against changes of that. */
  async lockDeactivated(id: number): Promise<boolean> {
    const [group] = await this.database.query<{ deactivated: boolean }>(
      `SELECT deactivated FROM user_groups WHERE id = $1 FOR SHARE`,
      [id],
    );
    return group!.deactivated;
  }

  /** Returns the active groups and locks them against deactivation. */
  async lockActive(realmId: number, ids: number[]): Promise<number[]> {
    return this.ids(
      `SELECT id FROM user_groups
       WHERE realm_id = $1 AND id = ANY ($2) AND NOT deactivated AND NOT is_system_group
       ORDER BY id FOR SHARE`,
      [realmId, ids],
    );
  }

  /** Returns undefined if the realm has a group of this name, ignoring case. */
  async insert(
    realmId: number,
    group: Pick<UserGroup, 'name' | 'description' | 'creator_id' | 'permissions'>,
  ): Promise<UserGroup | undefined> {
    const [row] = await this.database.query<UserGroup>(
      `INSERT INTO user_groups (realm_id, name, description, creator_id, date_created, permissions)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING
       RETURNING ${COLUMNS}`,
      [
        realmId,
        group.name,
        group.description,
        group.creator_id,
        this.clock.now(),
        group.permissions,
      ],
    );
    return row;
  }

  /** Returns false if the realm has another group of this name; the transaction must then be rolled back. */
  async update(
    id: number,
    group: Pick<UserGroup, 'name' | 'description' | 'deactivated' | 'permissions'>,
  ): Promise<boolean> {
    try {
      await this.database.query(
        `UPDATE user_groups SET name = $2, description = $3, deactivated = $4, permissions = $5
         WHERE id = $1`,
        [id, group.name, group.description, group.deactivated, group.permissions],
      );
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  async deactivate(id: number): Promise<void> {
    await this.database.query(`UPDATE user_groups SET deactivated = true WHERE id = $1`, [id]);
  }

  /** Returns the active realms, streams and groups with settings that refer to the group. */
  findUses(realmId: number, groupId: number, realmSettings: string[]): Promise<GroupUse[]> {
    return this.database.query(
      `WITH holders AS (
         SELECT 'realm' AS kind, r.id, s.key AS setting, s.value
         FROM realms r, jsonb_each(r.settings) s
         WHERE r.id = $1 AND s.key = ANY ($3)
         UNION ALL
         SELECT 'channel', c.id, s.key, s.value
         FROM streams c, jsonb_each(c.permissions) s
         WHERE c.realm_id = $1 AND NOT c.is_archived
         UNION ALL
         SELECT 'user_group', g.id, s.key, s.value
         FROM user_groups g, jsonb_each(g.permissions) s
         WHERE g.realm_id = $1 AND NOT g.deactivated AND g.id <> $2
       )
       SELECT kind, id, array_agg(setting ORDER BY setting) AS settings
       FROM holders
       WHERE value = to_jsonb($2::integer) OR value -> 'direct_subgroups' @> to_jsonb($2::integer)
       GROUP BY kind, id
       ORDER BY kind, id`,
      [realmId, groupId, realmSettings],
    );
  }

  /** Returns the active groups with the group as a direct subgroup. */
  async findParents(id: number): Promise<number[]> {
    return this.ids(
      `SELECT g.id FROM user_group_subgroups s JOIN user_groups g ON g.id = s.group_id
       WHERE s.subgroup_id = $1 AND NOT g.deactivated ORDER BY g.id`,
      [id],
    );
  }

  /**
   * Returns the ids of groups that may be subgroups: active, and not `role:internet`. Locks them against
   * deactivation until the end of the current transaction.
   */
  async lockPossibleSubgroups(realmId: number, ids: number[]): Promise<number[]> {
    return this.ids(
      `SELECT id FROM user_groups
       WHERE realm_id = $1 AND id = ANY ($2) AND NOT deactivated
         AND NOT (is_system_group AND name = 'role:internet')
       ORDER BY id FOR SHARE`,
      [realmId, ids],
    );
  }

  /** Returns the ids of added subgroups. */
  async insertSubgroups(groupId: number, subgroupIds: number[]): Promise<number[]> {
    return this.insertContents(SUBGROUPS, groupId, subgroupIds);
  }

  /** Returns the ids of removed subgroups. */
  async deleteSubgroups(groupId: number, subgroupIds: number[]): Promise<number[]> {
    return this.deleteContents(SUBGROUPS, groupId, subgroupIds);
  }

  async directSubgroups(groupId: number): Promise<number[]> {
    return this.ids(
      `SELECT subgroup_id AS id FROM user_group_subgroups WHERE group_id = $1 ORDER BY subgroup_id`,
      [groupId],
    );
  }

  /** Returns the transitive subgroups. */
  async findAllSubgroupIds(groupId: number): Promise<number[]> {
    return this.ids(`${INSIDE} SELECT id FROM inside WHERE id <> $1 ORDER BY id`, [groupId]);
  }

  /** Returns the ids of active users of the realm. */
  async findActiveUserIds(realmId: number, ids: number[]): Promise<number[]> {
    return this.ids(
      `SELECT id FROM users
       WHERE realm_id = $1 AND id = ANY ($2) AND is_active AND NOT is_system_bot`,
      [realmId, ids],
    );
  }

  /** Returns the ids of added members. */
  async insertMembers(groupId: number, userIds: number[]): Promise<number[]> {
    return this.insertContents(MEMBERS, groupId, userIds);
  }

  /** Returns the ids of removed members. */
  async deleteMembers(groupId: number, userIds: number[]): Promise<number[]> {
    return this.deleteContents(MEMBERS, groupId, userIds);
  }

  async directMembers(groupId: number): Promise<number[]> {
    return this.ids(
      `SELECT u.id FROM user_group_members m JOIN users u ON u.id = m.user_id
       WHERE m.group_id = $1 AND u.is_active ORDER BY u.id`,
      [groupId],
    );
  }

  /** Returns the transitive members. */
  async findAllMemberIds(groupId: number): Promise<number[]> {
    return this.ids(
      `${INSIDE}
       SELECT DISTINCT u.id FROM inside
       JOIN user_group_members m ON m.group_id = inside.id
       JOIN users u ON u.id = m.user_id
       WHERE u.is_active ORDER BY u.id`,
      [groupId],
    );
  }

  async isDirectMember(groupId: number, userId: number): Promise<boolean> {
    const ids = await this.ids(
      `SELECT user_id AS id FROM user_group_members WHERE group_id = $1 AND user_id = $2`,
      [groupId, userId],
    );
    return ids.length > 0;
  }

  private insertContents(
    { table, column }: Contents,
    groupId: number,
    ids: number[],
  ): Promise<number[]> {
    return this.ids(
      `INSERT INTO ${table} (group_id, ${column}) SELECT $1, unnest($2::integer[])
       ON CONFLICT DO NOTHING RETURNING ${column} AS id`,
      [groupId, ids],
    );
  }

  private deleteContents(
    { table, column }: Contents,
    groupId: number,
    ids: number[],
  ): Promise<number[]> {
    return this.ids(
      `DELETE FROM ${table} WHERE group_id = $1 AND ${column} = ANY ($2) RETURNING ${column} AS id`,
      [groupId, ids],
    );
  }

  private async ids(statement: string, values: unknown[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(statement, values, { prepare: true });
    return rows.map(({ id }) => id);
  }
}

/** The direct contents of a group: members or subgroups. */
interface Contents {
  table: string;
  column: string;
}

const MEMBERS: Contents = { table: 'user_group_members', column: 'user_id' };
const SUBGROUPS: Contents = { table: 'user_group_subgroups', column: 'subgroup_id' };

/** The group and its transitive subgroups. */
const INSIDE = `
  WITH RECURSIVE inside AS (
    SELECT $1::integer AS id
    UNION
    SELECT s.subgroup_id FROM user_group_subgroups s JOIN inside ON s.group_id = inside.id
  )`;
