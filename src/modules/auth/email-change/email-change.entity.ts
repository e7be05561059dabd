import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A new address that its owner has yet to confirm; one at a time. */
@Entity('email_changes')
export class EmailChangeEntity {
  @PrimaryColumn('integer', { name: 'user_id' })
  userId!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('bytea', { name: 'token_hash', unique: true })
  tokenHash!: Buffer;

  @Column('text', { name: 'new_email' })
  newEmail!: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
