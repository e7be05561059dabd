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

  @Column('timestamptz')
  createdAt!: Date;
}
