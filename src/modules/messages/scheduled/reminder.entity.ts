import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A direct message about another message that the notification bot sends to the user who requested it. */
@Entity('reminders')
@Index('reminders_user', ['userId', 'dueAt', 'id'])
@Index('reminders_due', ['realmId', 'dueAt', 'id'])
export class ReminderEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  /** In whole seconds. */
  @Column('timestamptz')
  dueAt!: Date;

  /** The message, which may have been deleted. */
  @Column('bigint')
  targetMessageId!: number;

  /** Empty for none. */
  @Column('text')
  note!: string;

  /** The text as of the request. */
  @Column('text')
  content!: string;

  @Column('text')
  renderedContent!: string;
}
