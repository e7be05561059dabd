import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

export type CallAction = 'answer' | 'decline' | 'hangup' | 'mute';

/** An applied action with the parameters of the client. The idempotency key is valid while the row exists. */
@Entity('call_actions')
@Index('call_actions_call_id', ['callId'])
@Index('call_actions_key', ['userId', 'idempotencyKey', 'callId', 'action'], { unique: true })
@Index('call_actions_start_key', ['userId', 'idempotencyKey'], {
  unique: true,
  where: "action = 'start'",
})
export class CallActionEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'bigint' })
  id!: number;

  @ForeignKey('calls')
  @Column('uuid')
  callId!: string;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  @Column('text')
  action!: CallAction | 'start';

  @Column('text')
  idempotencyKey!: string;

  /** SHA-256 of the parameters that a repetition must have. */
  @Column('bytea')
  fingerprint!: Buffer;

  @Column('text')
  callTraceId!: string;

  @Column('text')
  deviceInstanceId!: string;

  @Column('text', { nullable: true })
  clientActionId!: string | null;

  @Column('text', { nullable: true })
  source!: string | null;

  @Column('text', { nullable: true })
  surface!: string | null;

  @Column('text', { nullable: true })
  accessoryInstanceIdHash!: string | null;

  /** The time of the client, which is only stored. */
  @Column('timestamptz', { nullable: true })
  occurredAt!: Date | null;

  @Column('jsonb', { nullable: true })
  metadata!: object | null;

  @Column('text')
  clientName!: string;

  @Column('timestamptz')
  appliedAt!: Date;
}
