import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One change of a message: the previous values, and the new place. What did not change is null. */
@Entity('message_edits')
@Index('message_edits_message_id', ['messageId', 'id'])
export class MessageEditEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'bigint' })
  id!: number;

  @Column('bigint')
  messageId!: number;

  /** Null when the user is unknown. */
  @Column('integer', { nullable: true })
  userId!: number | null;

  @Column('timestamptz')
  editedAt!: Date;

  @Column('text', { nullable: true })
  prevContent!: string | null;

  @Column('text', { nullable: true })
  prevRenderedContent!: string | null;

  @Column('integer', { nullable: true })
  prevStreamId!: number | null;

  @Column('integer', { nullable: true })
  streamId!: number | null;

  @Column('text', { nullable: true })
  prevTopic!: string | null;

  @Column('text', { nullable: true })
  topic!: string | null;
}
