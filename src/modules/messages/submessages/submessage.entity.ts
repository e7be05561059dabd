import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The first of a message says what it is, the others what people do with it. */
@Entity('submessages')
export class SubmessageEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'bigint' })
  id!: number;

  @Column('bigint', { name: 'message_id' })
  messageId!: number;

  @Column('integer', { name: 'sender_id' })
  senderId!: number;

  @Column('text', { name: 'msg_type' })
  msgType!: string;

  /** JSON. */
  @Column('text')
  content!: string;
}
