import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An address that is to be confirmed before it gets an account without an invitation. */
@Entity('sign_ups')
@Index('sign_ups_realm_id', ['realmId'])
@Index('sign_ups_expires_at', ['expiresAt'])
export class SignUpEntity {
  @PrimaryColumn('bytea')
  tokenHash!: Buffer;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @Column('text')
  email!: string;

  @Column('timestamptz')
  expiresAt!: Date;
}
