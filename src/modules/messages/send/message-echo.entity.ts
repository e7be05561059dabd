import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A message that a client named, in case it sends it again. */
@Entity('message_echoes')
@Index('message_echoes_date', ['dateSent'], { type: 'brin' })
export class MessageEchoEntity {
  @PrimaryColumn('integer')
  senderId!: number;

  /** Of the client's name for it, of where it went and of its text. */
  @PrimaryColumn('bytea')
  fingerprint!: Buffer;

  @Column('bigint')
  messageId!: number;

  @Column('timestamptz')
  dateSent!: Date;
}
