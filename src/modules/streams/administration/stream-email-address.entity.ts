import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('channel_email_addresses')
@Index('channel_email_addresses_creator_id', ['creatorId'])
@Index('channel_email_addresses_sender_id', ['senderId'])
export class StreamEmailAddressEntity {
  @ForeignKey('streams')
  @PrimaryColumn('integer')
  streamId!: number;

  /** The user who requested the address. */
  @ForeignKey('users')
  @PrimaryColumn('integer')
  creatorId!: number;

  /** The sender of the messages that are created from incoming mail. */
  @ForeignKey('users')
  @PrimaryColumn('integer')
  senderId!: number;

  /** The secret part of the address. */
  @Column('text', { unique: true })
  token!: string;

  @Column('timestamptz')
  dateCreated!: Date;
}
