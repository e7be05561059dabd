import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { GroupPermissionName } from './group-permissions.js';
import type { GroupSettingValue } from './group-setting.service.js';

@Entity('user_groups')
// Unique: (realm_id, lower(name))
@Index('user_groups_realm_name', { synchronize: false })
@Index('user_groups_creator_id', ['creatorId'])
export class UserGroupEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @Column('text')
  name!: string;

  @Column('text', { default: '' })
  description!: string;

  @Column('boolean', { default: false })
  isSystemGroup!: boolean;

  @ForeignKey('users')
  @Column('integer', { nullable: true })
  creatorId!: number | null;

  @Column('timestamptz', { nullable: true })
  dateCreated!: Date | null;

  @Column('boolean', { default: false })
  deactivated!: boolean;

  /** Only values that differ from the default of the catalogue. */
  @Column('jsonb', { default: {} })
  permissions!: Partial<Record<GroupPermissionName, GroupSettingValue>>;
}
