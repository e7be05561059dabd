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
   * Whether the user receives events of the call: false for users who have muted the initiator or have lost
   * access to the conversation.
   */
  @Column('boolean')
  isNotified!: boolean;

  /** Whether the call has not ended, so that an index lists the live calls of a user. */
  @Column('boolean')
  isLive!: boolean;

  /** When the user first joined. */
  @Column('timestamptz', { nullable: true })
  joinedAt!: Date | null;

  /** When the user declined, missed or last left the call; null while ringing or joined. */
  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}
