import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { StreamPermissions } from './stream-permissions.js';
import type { TopicsPolicy } from './topics-policy.js';

@Entity('streams')
export class StreamEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;

  @Column('text', { name: 'rendered_description' })
  renderedDescription!: string;

  @Column('timestamptz', { name: 'date_created' })
  dateCreated!: Date;

  @Column('integer', { name: 'creator_id', nullable: true })
  creatorId!: number | null;

  @Column('boolean', { name: 'invite_only' })
  inviteOnly!: boolean;

  @Column('boolean', { name: 'is_web_public' })
  isWebPublic!: boolean;

  @Column('boolean', { name: 'history_public_to_subscribers' })
  historyPublicToSubscribers!: boolean;

  @Column('boolean', { name: 'is_archived', default: false })
  isArchived!: boolean;

  @Column('boolean', { name: 'is_default', default: false })
  isDefault!: boolean;

  @Column('boolean', { name: 'is_recently_active', default: true })
  isRecentlyActive!: boolean;

  @Column('integer', { name: 'message_retention_days', nullable: true })
  messageRetentionDays!: number | null;

  @Column('text', { name: 'topics_policy', default: 'inherit' })
  topicsPolicy!: TopicsPolicy;

  @Column('bigint', { name: 'first_message_id', nullable: true })
  firstMessageId!: number | null;

  @Column('integer', { name: 'folder_id', nullable: true })
  folderId!: number | null;

  @Column('integer', { name: 'subscriber_count', default: 0 })
  subscriberCount!: number;

  @Column('integer', { name: 'weekly_traffic', nullable: true })
  weeklyTraffic!: number | null;

  @Column('jsonb')
  permissions!: StreamPermissions;
}
