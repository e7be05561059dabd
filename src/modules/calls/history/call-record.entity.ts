import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

export type CallOutcome = 'answered' | 'declined' | 'missed' | 'cancelled';

/** A call in the history of a user. Within a realm, ids are in the order of commits. */
@Entity('call_records')
@Index('call_records_call', ['userId', 'callId'], { unique: true })
@Index('call_records_group', ['groupId', 'mediaType', 'isMissed', 'id'])
export class CallRecordEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'bigint' })
  id!: number;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  @ForeignKey('call_groups')
  @Column('uuid')
  groupId!: string;

  /** Id of the call, which is deleted before its records, or of the room of a conference. */
  @Column('uuid')
  callId!: string;

  @Column('text')
  mediaType!: 'audio' | 'video';

  @Column('boolean')
  isOutgoing!: boolean;

  @Column('text')
  outcome!: CallOutcome;

  /** Whether the call was incoming and missed. */
  @Column('boolean')
  isMissed!: boolean;

  @Column('timestamptz')
  startedAt!: Date;

  /** When the user joined; for the initiator, when the first other user joined. */
  @Column('timestamptz', { nullable: true })
  answeredAt!: Date | null;

  /** When the user left, declined or missed the call. */
  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  @Column('integer', { array: true })
  participantIds!: number[];
}
