import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('message_purges')
export class MessagePurgeEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('integer', { name: 'sender_id' })
  senderId!: number;

  @Column('boolean', { name: 'in_public_channels' })
  inPublicChannels!: boolean;

  @Column('boolean', { name: 'in_private_channels' })
  inPrivateChannels!: boolean;

  @Column('boolean', { name: 'in_direct_messages' })
  inDirectMessages!: boolean;

  /** Nothing above it is deleted: at first the newest message of all, then what is left. */
  @Column('bigint', { name: 'up_to_message_id' })
  upToMessageId!: number;

  @Column('timestamptz', { name: 'last_batch_at' })
  lastBatchAt!: Date;
}
