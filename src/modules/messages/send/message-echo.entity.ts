import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A message that a client named, in case it sends it again. */
@Entity('message_echoes')
export class MessageEchoEntity {
  @PrimaryColumn('integer', { name: 'sender_id' })
  senderId!: number;

  /** Of the client's name for it, of where it went and of its text. */
  @PrimaryColumn('bytea')
  fingerprint!: Buffer;

  @Column('bigint', { name: 'message_id' })
  messageId!: number;

  @Column('timestamptz', { name: 'date_sent' })
  dateSent!: Date;
}
