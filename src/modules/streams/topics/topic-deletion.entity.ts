import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A whole topic that is to be deleted. Of the same messages, one runs at a time. */
@Entity('topic_deletions')
export class TopicDeletionEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('integer', { name: 'stream_id' })
  streamId!: number;

  @Column('text')
  topic!: string;

  /** Nothing above it is deleted: at first the newest message of the topic, then what is left. */
  @Column('bigint', { name: 'up_to_message_id' })
  upToMessageId!: number;

  /** In a channel with protected history: only what this user received. */
  @Column('integer', { name: 'only_received_by', nullable: true })
  onlyReceivedBy!: number | null;

  @Column('integer', { name: 'requested_by' })
  requestedBy!: number;

  @Column('timestamptz', { name: 'requested_at' })
  requestedAt!: Date;

  @Column('timestamptz', { name: 'last_batch_at' })
  lastBatchAt!: Date;

  /** Null while it runs. */
  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;
}
