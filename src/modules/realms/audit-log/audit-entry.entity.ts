import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { AuditKind } from './audit-kinds.js';

/** One administrative act on one target. Rows are never changed. */
@Entity('audit_log')
@Index('audit_log_realm_id', ['realmId', 'id'])
@Index('audit_log_actor', ['realmId', 'actorId', 'id'])
@Index('audit_log_kind', ['realmId', 'kind', 'id'])
@Index('audit_log_created_at', ['realmId', 'createdAt'])
@Index('audit_log_actor_id', ['actorId'])
export class AuditEntryEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'bigint' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @Column('timestamptz')
  createdAt!: Date;

  /** Null for the server, the command line, and requests without an account. */
  @ForeignKey('users')
  @Column('integer', { nullable: true })
  actorId!: number | null;

  @Column('text')
  kind!: AuditKind;

  @Column('integer')
  targetId!: number;

  /** The former values of what changed; null for a new target. */
  @Column('jsonb', { nullable: true })
  before!: unknown;

  /** The new values of what changed; null for a deleted target. */
  @Column('jsonb', { nullable: true })
  after!: unknown;

  /** The client program of the request; null without a request. */
  @Column('text', { nullable: true })
  clientName!: string | null;

  /** The IP address of the request; null without a request. */
  @Column('text', { nullable: true })
  address!: string | null;
}
