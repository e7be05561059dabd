import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('message_purges')
@Index('message_purges_realm_id', ['realmId'])
@Index('message_purges_sender_id', ['senderId'])
export class MessagePurgeEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @ForeignKey('users')
  @Column('integer')
  senderId!: number;

  @Column('boolean')
  inPublicChannels!: boolean;

  @Column('boolean')
  inPrivateChannels!: boolean;

  @Column('boolean')
  inDirectMessages!: boolean;

  /** Nothing above it is deleted: at first the newest message of all, then what is left. */
  @Column('bigint')
  upToMessageId!: number;

  @Column('timestamptz')
  lastBatchAt!: Date;
}
