import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A message that the server sends at a time that its sender chose. */
@Entity('scheduled_messages')
@Check('scheduled_messages_check', '(stream_id IS NULL) <> (user_ids IS NULL)')
@Index('scheduled_messages_user', ['userId', 'sentAt', 'dueAt', 'id'])
@Index('scheduled_messages_due', ['realmId', 'sentAt', 'hasFailed', 'dueAt', 'id'])
@Index('scheduled_messages_sent', ['sentAt'], { where: 'sent_at IS NOT NULL' })
export class ScheduledMessageEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  /** The sender. */
  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  /** In whole seconds. */
  @Column('timestamptz')
  dueAt!: Date;

  /** Null for direct messages. */
  @Column('integer', { nullable: true })
  streamId!: number | null;

  /** The other users of a direct message conversation, ascending, or the sender alone; null for a channel. */
  @Column('integer', { array: true, nullable: true })
  userIds!: number[] | null;

  /** Empty for direct messages. */
  @Column('text')
  topic!: string;

  @Column('text')
  content!: string;

  /** As it would have been sent when it was scheduled. */
  @Column('text')
  renderedContent!: string;

  /** The client that scheduled the message, which becomes the client of the message. */
  @Column('text')
  clientName!: string;

  @Column('boolean')
  readBySender!: boolean;

  @Column('boolean', { default: false })
  hasFailed!: boolean;

  /** When the message was sent. Its texts are empty from then on. */
  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;
}
