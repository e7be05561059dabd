import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A key that signs access tokens. One key is active; retired keys remain published for a while. */
@Entity('sip_signing_keys')
@Index('sip_signing_keys_active', { synchronize: false })
export class SipSigningKeyEntity {
  /** The thumbprint of the public key (RFC 7638). */
  @PrimaryColumn('text')
  kid!: string;

  /** The private key as a JWK, sealed with SECRET_KEY. */
  @Column('bytea')
  sealedKey!: Buffer;

  @Column('jsonb')
  publicKey!: object;

  @Column('timestamptz')
  createdAt!: Date;

  /** Null for the active key. */
  @Column('timestamptz', { nullable: true })
  retiredAt!: Date | null;
}
