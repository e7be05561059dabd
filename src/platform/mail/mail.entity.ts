import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('mails')
@Index('mails_created_at', ['createdAt'])
export class MailEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'bigint' })
  id!: number;

  @Column('text')
  recipient!: string;

  @Column('text')
  subject!: string;

  @Column('text')
  text!: string;

  @Column('text')
  html!: string;

  /** The name of the organization and its URL; null for mails of an earlier version. */
  @Column('text', { nullable: true })
  organization!: string | null;

  @Column('text', { nullable: true })
  organizationUrl!: string | null;

  @Column('text', { nullable: true })
  unsubscribeUrl!: string | null;

  @Column('text', { nullable: true })
  replyTo!: string | null;

  @Column('timestamptz')
  createdAt!: Date;
}
