import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('subscriptions')
@Index('subscriptions_stream_active', ['streamId', 'userId'], {
  where: 'is_active AND user_is_active',
})
@Index('subscriptions_stream_former', ['streamId', 'userId'], {
  where: 'NOT (is_active AND user_is_active)',
})
@Index('subscriptions_stream_user', ['streamId', 'userId'])
export class SubscriptionEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @ForeignKey('streams')
  @PrimaryColumn('integer')
  streamId!: number;

  @Column('boolean', { default: true })
  isActive!: boolean;

  /** Copy of `users.is_active`, so that one index serves the recipients of a message. */
  @Column('boolean', { default: true })
  userIsActive!: boolean;

  @Column('text')
  color!: string;

  @Column('boolean', { default: false })
  isMuted!: boolean;

  @Column('boolean', { default: false })
  pinToTop!: boolean;

  @Column('boolean', { nullable: true })
  desktopNotifications!: boolean | null;

  @Column('boolean', { nullable: true })
  audibleNotifications!: boolean | null;

  @Column('boolean', { nullable: true })
  pushNotifications!: boolean | null;

  @Column('boolean', { nullable: true })
  emailNotifications!: boolean | null;

  @Column('boolean', { nullable: true })
  wildcardMentionsNotify!: boolean | null;
}

/** The part of a subscription that its user can change. */
export type SubscriptionSettings = Pick<
  SubscriptionEntity,
  | 'color'
  | 'isMuted'
  | 'pinToTop'
  | 'desktopNotifications'
  | 'audibleNotifications'
  | 'pushNotifications'
  | 'emailNotifications'
  | 'wildcardMentionsNotify'
>;

export function settingsOf(subscription: SubscriptionEntity): SubscriptionSettings {
  return {
    color: subscription.color,
    isMuted: subscription.isMuted,
    pinToTop: subscription.pinToTop,
    desktopNotifications: subscription.desktopNotifications,
    audibleNotifications: subscription.audibleNotifications,
    pushNotifications: subscription.pushNotifications,
    emailNotifications: subscription.emailNotifications,
    wildcardMentionsNotify: subscription.wildcardMentionsNotify,
  };
}
