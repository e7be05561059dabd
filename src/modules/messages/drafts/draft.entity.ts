import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A message that a user has not sent yet. */
@Entity('drafts')
@Check('drafts_type_check', `type IN ('', 'stream', 'private')`)
@Index('drafts_user', ['userId', 'lastEdited', 'id'])
export class DraftEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  /** Empty without recipients. */
  @Column('text')
  type!: '' | 'stream' | 'private';

  /** The id of a channel or the ids of users, ascending. They may have become inaccessible. */
  @Column('integer', { array: true })
  recipientIds!: number[];

  /** Empty unless the recipient is a channel. */
  @Column('text')
  topic!: string;

  @Column('text')
  content!: string;

  /** As the client set it, in whole seconds. */
  @Column('timestamptz')
  lastEdited!: Date;
}
