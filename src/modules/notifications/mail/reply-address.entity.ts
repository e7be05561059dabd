import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An address at which a user can answer the conversation of a message by mail. */
@Entity('email_reply_addresses')
@Index('email_reply_addresses_user_id', ['userId'])
@Index('email_reply_addresses_message_id', ['messageId'])
@Index('email_reply_addresses_created_at', ['createdAt'])
export class ReplyAddressEntity {
  @PrimaryColumn('bytea')
  tokenHash!: Buffer;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  @Column('bigint')
  messageId!: number;

  @Column('timestamptz')
  createdAt!: Date;
}
