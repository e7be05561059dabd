import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The first submessage of a message defines its widget, the others are operations on it. */
@Entity('submessages')
@Index('submessages_message_id', ['messageId', 'id'])
@Index('submessages_sender_id', ['senderId'])
export class SubmessageEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'bigint' })
  id!: number;

  @Column('bigint')
  messageId!: number;

  @ForeignKey('users')
  @Column('integer')
  senderId!: number;

  @Column('text')
  msgType!: string;

  /** JSON. */
  @Column('text')
  content!: string;
}
