import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('channel_email_addresses')
export class StreamEmailAddressEntity {
  @PrimaryColumn('integer', { name: 'stream_id' })
  streamId!: number;

  /** Who asked for the address. */
  @PrimaryColumn('integer', { name: 'creator_id' })
  creatorId!: number;

  /** Who sends the messages that mail becomes. */
  @PrimaryColumn('integer', { name: 'sender_id' })
  senderId!: number;

  /** What makes the address secret. */
  @Column('text')
  token!: string;

  @Column('timestamptz', { name: 'date_created' })
  dateCreated!: Date;
}
