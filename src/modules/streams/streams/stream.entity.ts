import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { StreamPermissions } from './stream-permissions.js';
import type { TopicsPolicy } from './topics-policy.js';

@Entity('streams')
// Unique: (realm_id, lower(name))
@Index('streams_realm_name', { synchronize: false })
@Index('streams_creator_id', ['creatorId'])
@Index('streams_folder_id', ['folderId'], { where: 'folder_id IS NOT NULL' })
export class StreamEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;

  @Column('text')
  renderedDescription!: string;

  @Column('timestamptz')
  dateCreated!: Date;

  @ForeignKey('users')
  @Column('integer', { nullable: true })
  creatorId!: number | null;

  @Column('boolean')
  inviteOnly!: boolean;

  @Column('boolean')
  isWebPublic!: boolean;

  @Column('boolean')
  historyPublicToSubscribers!: boolean;

  @Column('boolean', { default: false })
  isArchived!: boolean;

  @Column('boolean', { default: false })
  isDefault!: boolean;

  @Column('boolean', { default: true })
  isRecentlyActive!: boolean;

  @Column('integer', { nullable: true })
  messageRetentionDays!: number | null;

  @Column('text', { default: 'inherit' })
  topicsPolicy!: TopicsPolicy;

  @Column('bigint', { nullable: true })
  firstMessageId!: number | null;

  @ForeignKey('channel_folders')
  @Column('integer', { nullable: true })
  folderId!: number | null;

  @Column('integer', { default: 0 })
  subscriberCount!: number;

  @Column('integer', { nullable: true })
  weeklyTraffic!: number | null;

  @Column('jsonb')
  permissions!: StreamPermissions;
}
