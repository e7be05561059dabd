import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { UserGroupEntity } from './user-group.entity.js';

export type MentionableGroup = Pick<
  UserGroupEntity,
  'id' | 'name' | 'isSystemGroup' | 'creatorId' | 'permissions'
>;

@Injectable()
export class GroupMentionsRepository {
  constructor(private readonly database: Database) {}

  findByIds(realmId: number, ids: number[]): Promise<MentionableGroup[]> {
    return this.database.query(
      `SELECT id, name, is_system_group AS "isSystemGroup", creator_id AS "creatorId", permissions
       FROM user_groups
       WHERE id = ANY ($2::integer[]) AND realm_id = $1 ORDER BY id`,
      [realmId, ids],
      { prepare: true },
    );
  }

  /** Returns the members of the groups and of all their subgroups. */
  async findMemberIds(groupIds: number[]): Promise<number[]> {
    const [row] = await this.database.query<{ ids: number[] }>(
      `WITH RECURSIVE inside AS (
         SELECT unnest($1::integer[]) AS id
         UNION
         SELECT s.subgroup_id FROM user_group_subgroups s JOIN inside ON s.group_id = inside.id
       )
       SELECT coalesce(json_agg(DISTINCT m.user_id), '[]') AS ids
       FROM inside JOIN user_group_members m ON m.group_id = inside.id`,
      [groupIds],
      { prepare: true },
    );
    return row!.ids;
  }
}
