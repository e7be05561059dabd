import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('subscriptions')
export class SubscriptionEntity {
  @PrimaryColumn('integer', { name: 'user_id' })
  userId!: number;

  @PrimaryColumn('integer', { name: 'stream_id' })
  streamId!: number;

  @Column('boolean', { name: 'is_active', default: true })
  isActive!: boolean;

  /** A copy of the user's own state, so that a message finds its readers in one index. */
  @Column('boolean', { name: 'user_is_active', default: true })
  userIsActive!: boolean;

  @Column('text')
  color!: string;

  @Column('boolean', { name: 'is_muted', default: false })
  isMuted!: boolean;

  @Column('boolean', { name: 'pin_to_top', default: false })
  pinToTop!: boolean;

  @Column('boolean', { name: 'desktop_notifications', nullable: true })
  desktopNotifications!: boolean | null;

  @Column('boolean', { name: 'audible_notifications', nullable: true })
  audibleNotifications!: boolean | null;

  @Column('boolean', { name: 'push_notifications', nullable: true })
  pushNotifications!: boolean | null;

  @Column('boolean', { name: 'email_notifications', nullable: true })
  emailNotifications!: boolean | null;

  @Column('boolean', { name: 'wildcard_mentions_notify', nullable: true })
  wildcardMentionsNotify!: boolean | null;
}
