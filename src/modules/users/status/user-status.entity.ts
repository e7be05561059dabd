import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Who says nothing has no row; what is not said is empty. */
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
  reactionType!: string;
}
