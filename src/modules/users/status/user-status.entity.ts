import type { ReactionType } from '#modules/realms/emoji';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user without a status has no row; properties that are not set are empty. */
@Entity('user_statuses')
@Index('user_statuses_realm_id', ['realmId', 'userId'])
export class UserStatusEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @Column('text')
  statusText!: string;

  @Column('text')
  emojiName!: string;

  @Column('text')
  emojiCode!: string;

  @Column('text')
  reactionType!: ReactionType | '';
}
