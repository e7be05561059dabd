import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export type MediaType = 'audio' | 'video';
export type CallState = 'ringing' | 'active' | 'ended';
export type EndReason = 'hangup' | 'declined' | 'missed' | 'cancelled' | 'failed';

/** A call, which is deleted a week after its end. Its records in the history of users remain. */
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

  /** The channel or direct message conversation, as for messages. */
  @ForeignKey('recipients')
  @Column('integer')
  recipientId!: number;

  /** The topic at the start, even if its messages have been moved; empty for direct messages. */
  @Column('text')
  topic!: string;

  /** The title that the initiator chose; empty by default. */
  @Column('text')
  title!: string;

  @Column('text', { nullable: true })
  appCallId!: string | null;

  @Column('text')
  mediaType!: MediaType;

  @Column('text')
  state!: CallState;

  /** The initiator, who is one of the participants. */
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

  /** When the call stops ringing; null if it rings for no participant. */
  @Column('timestamptz', { nullable: true })
  ringEndsAt!: Date | null;
}
