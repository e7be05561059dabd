import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import type { GroupNode } from './group-graph.js';
import { SYSTEM_GROUPS, type SystemGroupIds } from './system-groups.js';
import { UserGroupEntity } from './user-group.entity.js';

export type UserGroup = Omit<UserGroupEntity, 'realmId'>;

export interface UserGroupWithContents extends UserGroup {
  /** Direct members who are active. */
  memberIds: number[];
  /** Direct subgroups. */
  subgroupIds: number[];
}

/** First key of the advisory locks on the memberships of a realm. */
const MEMBERSHIP_LOCK = 0x70_67_72_70;

@Injectable()
export class GroupsRepository {
  constructor(
    @InjectRepository(UserGroupEntity) private readonly userGroups: Repository<UserGroupEntity>,
    private readonly database: Database,
  ) {}

  /** Inserts all system groups of a realm with their nesting. */
  async insertSystemGroups(realmId: number, now: Date): Promise<void> {
    const groups = Object.entries(SYSTEM_GROUPS).map(([name, group]) => ({
      name,
      description: group.description,
      subgroup: 'subgroup' in group ? group.subgroup : null,
    }));
    await this.database.query(
      `WITH input AS (
         SELECT * FROM json_to_recordset($3::json) AS g (name text, description text, subgroup text)
       ),
       created AS (
         INSERT INTO user_groups (realm_id, name, description, is_system_group, date_created)
         SELECT $1, name, description, true, $2 FROM input
         RETURNING id, name
       )
       INSERT INTO user_group_subgroups (group_id, subgroup_id)
       SELECT outside.id, inside.id
       FROM input
       JOIN created outside ON outside.name = input.name
       JOIN created inside ON inside.name = input.subgroup`,
      [realmId, now, JSON.stringify(groups)],
    );
  }

  /** Inserts direct members. */
  async insertMembers(members: { groupId: number; userId: number }[]): Promise<void> {
    await this.database.query(
      `INSERT INTO user_group_members (group_id, user_id)
       SELECT * FROM unnest($1::integer[], $2::integer[])
       ON CONFLICT DO NOTHING`,
      [members.map(({ groupId }) => groupId), members.map(({ userId }) => userId)],
    );
  }

  /** Sets the full members to the members who joined by `joinedBy`. Returns the changes. */
  async replaceFullMembers(
    realmId: number,
    groupId: number,
    joinedBy: Date,
  ): Promise<{ added: number[]; removed: number[] }> {
    const [change] = await this.database.query<{ added: number[]; removed: number[] }>(
      `WITH due AS (
         SELECT id FROM users
         WHERE realm_id = $1 AND role = $4 AND date_joined <= $3 AND NOT is_system_bot
       ),
       removed AS (
         DELETE FROM user_group_members m
         WHERE m.group_id = $2 AND NOT EXISTS (SELECT FROM due WHERE due.id = m.user_id)
         RETURNING m.user_id
       ),
       added AS (
         INSERT INTO user_group_members (group_id, user_id) SELECT $2, id FROM due
         ON CONFLICT DO NOTHING
         RETURNING user_id
       )
       SELECT ARRAY(SELECT user_id FROM added ORDER BY user_id) AS added,
         ARRAY(SELECT user_id FROM removed ORDER BY user_id) AS removed`,
      [realmId, groupId, joinedBy, Role.Member],
    );
    return change ?? { added: [], removed: [] };
  }

  /** Locks the memberships of the realm until the end of the current transaction. */
  async lockMemberships(realmId: number): Promise<void> {
    await this.database.query(`SELECT pg_advisory_xact_lock($1, $2)`, [MEMBERSHIP_LOCK, realmId]);
  }

  /** Returns the groups and all groups that contain them, transitively. */
  async selfAndAncestors(groupIds: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `WITH RECURSIVE around AS (
         SELECT unnest($1::integer[]) AS id
         UNION
         SELECT s.group_id FROM user_group_subgroups s JOIN around ON s.subgroup_id = around.id
       )
       SELECT id FROM around`,
      [groupIds],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /** Replaces the system groups of which the user is a direct member. */
  async replaceSystemGroups(
    realmId: number,
    userId: number,
    groupIds: number[],
  ): Promise<{ joined: number[]; left: number[] }> {
    const [change] = await this.database.query<{ joined: number[]; left: number[] }>(
      `WITH removed AS (
         DELETE FROM user_group_members m USING user_groups g
         WHERE g.id = m.group_id AND g.realm_id = $1 AND g.is_system_group
           AND m.user_id = $2 AND m.group_id <> ALL($3)
         RETURNING m.group_id
       ),
       new AS (
         INSERT INTO user_group_members (group_id, user_id) SELECT unnest($3::integer[]), $2
         ON CONFLICT DO NOTHING
         RETURNING group_id
       )
       SELECT ARRAY(SELECT group_id FROM new ORDER BY group_id) AS joined,
         ARRAY(SELECT group_id FROM removed ORDER BY group_id) AS left`,
      [realmId, userId, groupIds],
    );
    return change ?? { joined: [], left: [] };
  }

  /** Returns the groups with the user as a direct member. */
  findGroupsOfMember(userId: number): Promise<{ id: number; deactivated: boolean }[]> {
    return this.database.query(
      `SELECT g.id, g.deactivated FROM user_group_members m JOIN user_groups g ON g.id = m.group_id
       WHERE m.user_id = $1 ORDER BY g.id`,
      [userId],
    );
  }

  /** Returns undefined if the realm has none yet. */
  async systemGroupIds(realmId: number): Promise<SystemGroupIds | undefined> {
    const groups = await this.userGroups.find({
      select: { id: true, name: true },
      where: { realmId, isSystemGroup: true },
    });
    if (groups.length === 0) return undefined;
    return Object.fromEntries(groups.map(({ id, name }) => [name, id])) as SystemGroupIds;
  }

  /** Returns groups by name, ignoring case, deactivated ones included. */
  findByNames(
    realmId: number,
    names: string[],
  ): Promise<Pick<UserGroupEntity, 'id' | 'name' | 'isSystemGroup' | 'deactivated'>[]> {
    return this.database.query(
      `SELECT id, name, is_system_group AS "isSystemGroup", deactivated FROM user_groups
       WHERE realm_id = $1
         AND lower(name) = ANY (ARRAY(SELECT lower(n) FROM unnest($2::text[]) AS n))`,
      [realmId, names],
      { prepare: true },
    );
  }

  /** Returns all groups; members of system groups only where the role does not determine them. */
  async graph(realmId: number): Promise<GroupNode[]> {
    const rows = await this.database.query<Omit<GroupNode, 'memberIds'> & { memberIds: string }>(
      `SELECT g.id, CASE WHEN g.is_system_group THEN g.name END AS "systemName",
         CASE WHEN g.is_system_group AND g.name <> 'role:fullmembers' THEN ''
           ELSE ${memberIds('g.id')}
         END AS "memberIds",
         ARRAY(SELECT s.subgroup_id FROM user_group_subgroups s WHERE s.group_id = g.id)
           AS "subgroupIds"
       FROM user_groups g WHERE g.realm_id = $1`,
      [realmId],
      { prepare: true },
    );
    return rows.map((row) => ({ ...row, memberIds: parseIds(row.memberIds) }));
  }

  /** Returns all groups with their active members, oldest first, deactivated ones included. */
  async findAll(realmId: number): Promise<UserGroupWithContents[]> {
    const rows = await this.database.query<
      Omit<UserGroupWithContents, 'memberIds'> & { memberIds: string }
    >(
      `SELECT g.id, g.name, g.description, g.is_system_group AS "isSystemGroup",
         g.creator_id AS "creatorId", g.date_created AS "dateCreated", g.deactivated, g.permissions,
         ${memberIds('g.id', 'AND u.is_active')} AS "memberIds",
         ARRAY(
           SELECT s.subgroup_id FROM user_group_subgroups s
           WHERE s.group_id = g.id ORDER BY s.subgroup_id
         ) AS "subgroupIds"
       FROM user_groups g
       WHERE g.realm_id = $1
       ORDER BY g.id`,
      [realmId],
      { prepare: true },
    );
    return rows.map((row) => ({ ...row, memberIds: parseIds(row.memberIds) }));
  }
}

/** As text: the driver parses arrays with thousands of elements several times slower. */
function memberIds(groupId: string, condition = ''): string {
  return `array_to_string(ARRAY(
    SELECT u.id FROM user_group_members m JOIN users u ON u.id = m.user_id
    WHERE m.group_id = ${groupId} ${condition} ORDER BY u.id
  ), ',')`;
}

function parseIds(text: string): number[] {
  return JSON.parse(`[${text}]`) as number[];
}
