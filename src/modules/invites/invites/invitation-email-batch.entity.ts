import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Number of invitation emails sent at once, for the daily limit. */
@Entity('invitation_email_batches')
@Index('invitation_email_batches_recent', ['realmId', 'sentAt'])
@Index('invitation_email_batches_sent', ['sentAt'])
export class InvitationEmailBatchEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'bigint' })
  id!: string;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @Column('timestamptz')
  sentAt!: Date;

  @Column('integer')
  emails!: number;
}
