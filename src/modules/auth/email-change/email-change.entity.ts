import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A new address to be confirmed; at most one per user. */
@Entity('email_changes')
@Index('email_changes_realm_id', ['realmId'])
export class EmailChangeEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @Column('bytea', { unique: true })
  tokenHash!: Buffer;

  @Column('text')
  newEmail!: string;

  @Column('timestamptz')
  expiresAt!: Date;
}
