import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('user_group_subgroups')
@Index('user_group_subgroups_subgroup_id', ['subgroupId'])
export class UserGroupSubgroupEntity {
  @ForeignKey('user_groups')
  @PrimaryColumn('integer')
  groupId!: number;

  @ForeignKey('user_groups')
  @PrimaryColumn('integer')
  subgroupId!: number;
}
