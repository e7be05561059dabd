import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A whole topic that is to be deleted. Of the same messages, one runs at a time. */
@Entity('topic_deletions')
// Unique: (stream_id, upper(topic), coalesce(only_received_by, 0)) WHERE finished_at IS NULL
@Index('topic_deletions_running', { synchronize: false })
@Index('topic_deletions_finished_at', ['finishedAt'])
@Index('topic_deletions_realm_id', ['realmId'])
@Index('topic_deletions_stream_id', ['streamId'])
@Index('topic_deletions_requested_by', ['requestedBy'])
@Index('topic_deletions_only_received_by', ['onlyReceivedBy'], {
  where: 'only_received_by IS NOT NULL',
})
export class TopicDeletionEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @ForeignKey('streams')
  @Column('integer')
  streamId!: number;

  @Column('text')
  topic!: string;

  /** Nothing above it is deleted: at first the newest message of the topic, then what is left. */
  @Column('bigint')
  upToMessageId!: number;

  /** In a channel with protected history: only what this user received. */
  @ForeignKey('users')
  @Column('integer', { nullable: true })
  onlyReceivedBy!: number | null;

  @ForeignKey('users')
  @Column('integer')
  requestedBy!: number;

  @Column('timestamptz')
  requestedAt!: Date;

  @Column('timestamptz')
  lastBatchAt!: Date;

  /** Null while it runs. */
  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
