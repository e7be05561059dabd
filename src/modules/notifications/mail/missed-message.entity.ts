import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A message that the next email to a user contains. */
@Entity('missed_message_emails')
@Index('missed_message_emails_due_at', ['dueAt'])
@Index('missed_message_emails_message_id', ['messageId'])
export class MissedMessageEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @PrimaryColumn('bigint')
  messageId!: number;

  @Column('text')
  reason!: string;

  /** When the email is sent: the same for all waiting messages of a user. */
  @Column('timestamptz')
  dueAt!: Date;
}
