import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A pending password reset; at most one per user. */
@Entity('password_resets')
@Index('password_resets_realm_id', ['realmId'])
export class PasswordResetEntity {
  @ForeignKey('users', { onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  userId!: number;

  @ForeignKey('realms', { onDelete: 'CASCADE' })
  @Column('integer')
  realmId!: number;

  @Column('bytea', { unique: true })
  tokenHash!: Buffer;

  @Column('timestamptz')
  expiresAt!: Date;
}
