import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { GroupPermissionName } from './group-permissions.js';
import type { GroupSettingValue } from './group-setting.service.js';

@Entity('user_groups')
export class UserGroupEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('text')
  name!: string;

  @Column('text', { default: '' })
  description!: string;

  @Column('boolean', { name: 'is_system_group', default: false })
  isSystemGroup!: boolean;

  @Column('integer', { name: 'creator_id', nullable: true })
  creatorId!: number | null;

  @Column('timestamptz', { name: 'date_created', nullable: true })
  dateCreated!: Date | null;

  @Column('boolean', { default: false })
  deactivated!: boolean;

  /** Only what differs from the catalogue's default. */
  @Column('jsonb', { default: {} })
  permissions!: Partial<Record<GroupPermissionName, GroupSettingValue>>;
}

@Entity('user_group_members')
export class UserGroupMemberEntity {
  @PrimaryColumn('integer', { name: 'group_id' })
  groupId!: number;

  @PrimaryColumn('integer', { name: 'user_id' })
  userId!: number;
}

@Entity('user_group_subgroups')
export class UserGroupSubgroupEntity {
  @PrimaryColumn('integer', { name: 'group_id' })
  groupId!: number;

  @PrimaryColumn('integer', { name: 'subgroup_id' })
  subgroupId!: number;
}
