import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, type FindOptionsWhere, Not, type Repository } from 'typeorm';
import {
  type UserGroup,
  UserGroupEntity,
  UserGroupMemberEntity,
  UserGroupSubgroupEntity,
} from '#modules/groups/groups';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { insertOrIgnore } from '#platform/database/insert-or-ignore.js';
import { isUniqueViolation } from '#platform/database/postgres-errors.js';

export type NewUserGroup = Pick<
  UserGroupEntity,
  'realmId' | 'name' | 'description' | 'creatorId' | 'permissions'
>;

export type UserGroupChanges = Partial<
  Pick<UserGroupEntity, 'name' | 'description' | 'deactivated' | 'permissions'>
>;

/** Settings of the realm, a stream or a group that refer to a group. */
export interface GroupUse {
  kind: 'realm' | 'channel' | 'user_group';
  id: number;
  settings: string[];
}

@Injectable()
export class UserGroupsRepository {
  constructor(
    @InjectRepository(UserGroupEntity) private readonly userGroups: Repository<UserGroupEntity>,
    @InjectRepository(UserGroupMemberEntity)
    private readonly members: Repository<UserGroupMemberEntity>,
    @InjectRepository(UserGroupSubgroupEntity)
    private readonly subgroups: Repository<UserGroupSubgroupEntity>,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  findById(realmId: number, id: number): Promise<UserGroup | null> {
    return this.userGroups.findOneBy({ realmId, id });
  }

  /** Locks the group, except for its members, until the end of the current transaction. */
  findByIdForUpdate(realmId: number, id: number): Promise<UserGroup> {
    return this.userGroups.findOneOrFail({
      where: { realmId, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Returns whether the group is deactivated, and locks the group against changes of that. */
  async lockDeactivated(id: number): Promise<boolean> {
    const { deactivated } = await this.userGroups.findOneOrFail({
      select: { id: true, deactivated: true },
      where: { id },
      lock: { mode: 'pessimistic_read' },
    });
    return deactivated;
  }

  /** Returns the active groups and locks them against deactivation. */
  lockActive(realmId: number, ids: number[]): Promise<number[]> {
    return this.lockIds({ realmId, id: Any(ids), deactivated: false, isSystemGroup: false });
  }

  /** Returns undefined if the realm has a group of this name, ignoring case. */
  async insert(input: NewUserGroup): Promise<UserGroup | undefined> {
    const group = this.userGroups.create({
      ...input,
      isSystemGroup: false,
      dateCreated: this.clock.now(),
      deactivated: false,
    });
    return (await insertOrIgnore(this.userGroups, group)) ? group : undefined;
  }

  /** Returns false if the realm has another group of this name; the transaction must then be rolled back. */
  async update(realmId: number, id: number, changes: UserGroupChanges): Promise<boolean> {
    try {
      await this.userGroups.update({ id, realmId }, changes);
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
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
  lockPossibleSubgroups(realmId: number, ids: number[]): Promise<number[]> {
    const active = { realmId, id: Any(ids), deactivated: false };
    return this.lockIds([
      { ...active, isSystemGroup: false },
      { ...active, name: Not('role:internet') },
    ]);
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
    const rows = await this.subgroups.find({ where: { groupId }, order: { subgroupId: 'ASC' } });
    return rows.map(({ subgroupId }) => subgroupId);
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

  isDirectMember(groupId: number, userId: number): Promise<boolean> {
    return this.members.existsBy({ groupId, userId });
  }

  private async lockIds(
    where: FindOptionsWhere<UserGroupEntity> | FindOptionsWhere<UserGroupEntity>[],
  ): Promise<number[]> {
    const groups = await this.userGroups.find({
      select: { id: true },
      where,
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_read' },
    });
    return groups.map(({ id }) => id);
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
