import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * The refresh tokens of one SIP login, of which only the newest pair is valid. Earlier pairs are recognized by
 * their generation, so that a family is one row.
 */
@Entity('sip_token_families')
@Index('sip_token_families_realm_id', ['realmId'])
@Index('sip_token_families_user_id', ['userId', 'expiresAt'])
export class SipTokenFamilyEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  /** The number of the current pair. */
  @Column('integer')
  generation!: number;

  @Column('bytea')
  tokenHash!: Buffer;

  @Column('bytea')
  handleHash!: Buffer;

  /** The granted scopes, separated by spaces. */
  @Column('text')
  scope!: string;

  /** When the current pair expires. */
  @Column('timestamptz')
  expiresAt!: Date;
}
