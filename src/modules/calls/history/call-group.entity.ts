import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * The calls of a user in one conversation. It stays when they are cleared, so that its key remains valid.
 * The counts and positions are those of its records: kept in the group, they make the cost of a page
 * independent of their number.
 */
@Entity('call_groups')
// Unique: (user_id, recipient_id, upper(topic))
@Index('call_groups_conversation', { synchronize: false })
@Index('call_groups_recipient_id', ['recipientId'])
@Index('call_groups_last', ['userId', 'lastId'], { where: 'last_id IS NOT NULL' })
@Index('call_groups_last_missed', ['userId', 'lastMissedId'], {
  where: 'last_missed_id IS NOT NULL',
})
@Index('call_groups_last_audio', ['userId', 'lastAudioId'], { where: 'last_audio_id IS NOT NULL' })
@Index('call_groups_last_audio_missed', ['userId', 'lastAudioMissedId'], {
  where: 'last_audio_missed_id IS NOT NULL',
})
@Index('call_groups_last_video', ['userId', 'lastVideoId'], { where: 'last_video_id IS NOT NULL' })
@Index('call_groups_last_video_missed', ['userId', 'lastVideoMissedId'], {
  where: 'last_video_missed_id IS NOT NULL',
})
export class CallGroupEntity {
  /** The key of the group on the wire. */
  @PrimaryColumn('uuid')
  id!: string;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  @ForeignKey('recipients')
  @Column('integer')
  recipientId!: number;

  @Column('text')
  topic!: string;

  /** The names at the end of the newest call, which remain when access is lost. */
  @Column('text')
  title!: string;

  @Column('integer')
  audioCount!: number;

  @Column('integer')
  audioMissedCount!: number;

  @Column('integer')
  videoCount!: number;

  @Column('integer')
  videoMissedCount!: number;

  /** The newest record; null without records. */
  @Column('bigint', { nullable: true })
  lastId!: number | null;

  @Column('bigint', { nullable: true })
  lastMissedId!: number | null;

  @Column('bigint', { nullable: true })
  lastAudioId!: number | null;

  @Column('bigint', { nullable: true })
  lastAudioMissedId!: number | null;

  @Column('bigint', { nullable: true })
  lastVideoId!: number | null;

  @Column('bigint', { nullable: true })
  lastVideoMissedId!: number | null;
}
