import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A browser session, or a program that was given the API key. */
@Entity('authorized_clients')
export class AuthorizedClientEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('integer', { name: 'user_id' })
  userId!: number;

  /** Null for programs. */
  @Column('bytea', { name: 'token_hash', nullable: true, unique: true })
  tokenHash!: Buffer | null;

  @Column('text', { name: 'client_name' })
  clientName!: string;

  /** The operating system. */
  @Column('text', { nullable: true })
  platform!: string | null;

  @Column('text', { name: 'ip_address', nullable: true })
  ipAddress!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Of a program: when it logged in last. */
  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}
