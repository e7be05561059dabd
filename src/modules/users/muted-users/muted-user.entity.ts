import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('muted_users')
export class MutedUserEntity {
  /** Who muted. */
  @PrimaryColumn('integer', { name: 'user_id' })
  userId!: number;

  @PrimaryColumn('integer', { name: 'muted_user_id' })
  mutedUserId!: number;

  @Column('timestamptz', { name: 'date_muted' })
  dateMuted!: Date;
}
