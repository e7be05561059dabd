import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

export type CallAction = 'answer' | 'decline' | 'hangup' | 'mute';

/** An applied action, with what the client reported about itself. Its idempotency key lives as long. */
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

  /** SHA-256 of the parameters that a repetition must have in common. */
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

  /** According to the client; decides nothing. */
  @Column('timestamptz', { nullable: true })
  occurredAt!: Date | null;

  @Column('jsonb', { nullable: true })
  metadata!: object | null;

  @Column('text')
  clientName!: string;

  @Column('timestamptz')
  appliedAt!: Date;
}
