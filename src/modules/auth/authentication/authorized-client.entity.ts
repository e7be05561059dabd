import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A browser session, or a program that fetched the API key. */
@Entity('authorized_clients')
@Index('authorized_clients_realm_id', ['realmId'])
@Index('authorized_clients_user_id', ['userId', 'id'])
@Index('authorized_clients_program', ['userId', 'clientName'], {
  unique: true,
  where: 'token_hash IS NULL',
})
export class AuthorizedClientEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms', { onDelete: 'CASCADE' })
  @Column('integer')
  realmId!: number;

  @ForeignKey('users', { onDelete: 'CASCADE' })
  @Column('integer')
  userId!: number;

  /** Null for programs. */
  @Column('bytea', { nullable: true, unique: true })
  tokenHash!: Buffer | null;

  @Column('text')
  clientName!: string;

  /** The name of the operating system. */
  @Column('text', { nullable: true })
  platform!: string | null;

  @Column('text', { nullable: true })
  ipAddress!: string | null;

  @Column('timestamptz')
  createdAt!: Date;

  /** For a program, the time of its last login. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}
