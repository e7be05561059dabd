import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('channel_email_addresses')
@Index('channel_email_addresses_creator_id', ['creatorId'])
@Index('channel_email_addresses_sender_id', ['senderId'])
export class StreamEmailAddressEntity {
  @ForeignKey('streams')
  @PrimaryColumn('integer')
  streamId!: number;

  /** Who asked for the address. */
  @ForeignKey('users')
  @PrimaryColumn('integer')
  creatorId!: number;

  /** Who sends the messages that mail becomes. */
  @ForeignKey('users')
  @PrimaryColumn('integer')
  senderId!: number;

  /** What makes the address secret. */
  @Column('text', { unique: true })
  token!: string;

  @Column('timestamptz')
  dateCreated!: Date;
}
