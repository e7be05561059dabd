import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('mails')
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

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
