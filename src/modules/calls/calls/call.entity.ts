import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export type MediaType = 'audio' | 'video';
export type CallState = 'ringing' | 'active' | 'ended';
export type EndReason = 'hangup' | 'declined' | 'missed' | 'cancelled' | 'failed';

/** A call. It is stored while it is live and for a week after its end; the history of users stays. */
@Entity('calls')
@Index('calls_realm_id', ['realmId'])
@Index('calls_recipient_id', ['recipientId'])
@Index('calls_live_of_realm', ['realmId', 'id'], { where: 'ended_at IS NULL' })
@Index('calls_live_by_start', ['startedAt'], { where: 'ended_at IS NULL' })
@Index('calls_ringing', ['realmId', 'ringEndsAt'], { where: 'ring_ends_at IS NOT NULL' })
@Index('calls_ended_at', ['endedAt'], { where: 'ended_at IS NOT NULL' })
// Unique: (recipient_id, upper(topic)) WHERE ended_at IS NULL
@Index('calls_live_conversation', { synchronize: false })
export class CallEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  /** The channel or direct message conversation, as of messages. */
  @ForeignKey('recipients')
  @Column('integer')
  recipientId!: number;

  /** As it was at the start, also after messages moved; empty for direct messages. */
  @Column('text')
  topic!: string;

  /** Chosen by the initiator; empty without one. */
  @Column('text')
  title!: string;

  @Column('text', { nullable: true })
  appCallId!: string | null;

  @Column('text')
  mediaType!: MediaType;

  @Column('text')
  state!: CallState;

  /** One of the participants. */
  @Column('integer')
  initiatorId!: number;

  @Column('jsonb')
  metadata!: object;

  @Column('timestamptz')
  startedAt!: Date;

  /** The time of the first answer. */
  @Column('timestamptz', { nullable: true })
  answeredAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  @Column('text', { nullable: true })
  endReason!: EndReason | null;

  /** When it stops ringing for those who have not reacted; null if it rings for no participant. */
  @Column('timestamptz', { nullable: true })
  ringEndsAt!: Date | null;
}
