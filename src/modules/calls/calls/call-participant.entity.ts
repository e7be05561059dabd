import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export type ParticipantState = 'ringing' | 'joined' | 'declined' | 'left' | 'missed';

@Entity('call_participants')
@Index('call_participants_live', ['userId', 'isLive'])
export class CallParticipantEntity {
  @ForeignKey('calls')
  @PrimaryColumn('uuid')
  callId!: string;

  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @Column('text')
  state!: ParticipantState;

  @Column('boolean')
  isMuted!: boolean;

  /**
   * Whether the call is announced to the user: not to one who has muted the initiator, nor to one who has
   * lost access to the conversation.
   */
  @Column('boolean')
  isNotified!: boolean;

  /** Whether the call has not ended, so that an index lists the live calls of a user. */
  @Column('boolean')
  isLive!: boolean;

  /** The first time. */
  @Column('timestamptz', { nullable: true })
  joinedAt!: Date | null;

  /** When the user declined, missed or last left the call; null while it rings or the user takes part. */
  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}
