import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A pending password reset; at most one per user. */
@Entity('password_resets')
export class PasswordResetEntity {
  @PrimaryColumn('integer', { name: 'user_id' })
  userId!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('bytea', { name: 'token_hash', unique: true })
  tokenHash!: Buffer;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
