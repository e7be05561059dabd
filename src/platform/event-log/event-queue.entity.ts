import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { EventQueueOptions } from './event-queue.js';

@Entity('event_queues')
@Index('event_queues_realm_id', ['realmId'])
@Index('event_queues_user_id', ['userId'])
@Index('event_queues_expires_at', ['expiresAt'])
export class EventQueueEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('integer')
  realmId!: number;

  @Column('integer')
  userId!: number;

  @Column('text')
  clientName!: string;

  @Column('jsonb')
  options!: EventQueueOptions;

  @Column('integer')
  idleTimeoutSeconds!: number;

  @Column('bigint')
  startEventId!: number;

  @Column('bigint')
  acknowledgedEventId!: number;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz')
  lastSeenAt!: Date;

  /** When the queue is deleted unless its client is seen before. */
  @Column('timestamptz')
  expiresAt!: Date;
}
