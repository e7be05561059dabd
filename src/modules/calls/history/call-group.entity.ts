import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * The calls of a user in one conversation. The group remains when its records are cleared, so that its key
 * remains valid. It contains counts and positions of its records, so that the cost of a page does not depend on
 * the number of records.
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
  /** `groupKey` on the wire. */
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

  /** The names at the end of the newest call, which remain if the user loses access. */
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

  /** Id of the newest record; null without records. */
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
