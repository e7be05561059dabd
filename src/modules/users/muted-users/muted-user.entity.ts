import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('muted_users')
@Index('muted_users_muted_user_id', ['mutedUserId', 'userId'])
export class MutedUserEntity {
  /** The user who muted the other. */
  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @ForeignKey('users')
  @PrimaryColumn('integer')
  mutedUserId!: number;

  @Column('timestamptz')
  dateMuted!: Date;
}
