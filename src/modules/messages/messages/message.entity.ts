import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('messages')
@Index('messages_realm_id', ['realmId', 'id'])
@Index('messages_realm_date', ['realmId', 'dateSent'])
@Index('messages_sender_id', ['senderId', 'id'])
@Index('messages_recipient_id', ['recipientId', 'id'])
// (recipient_id, upper(topic), id)
@Index('messages_recipient_topic', { synchronize: false })
@Index('messages_search', ['searchVector'], { type: 'gin' })
@Index('messages_with_link', ['realmId', 'id'], { where: 'has_link' })
@Index('messages_with_image', ['realmId', 'id'], { where: 'has_image' })
@Index('messages_with_attachment', ['realmId', 'id'], { where: 'has_attachment' })
@Index('messages_resolved', ['realmId', 'id'], { where: "topic LIKE '✔ %'" })
export class MessageEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'bigint' })
  id!: number;

  @Column('integer')
  realmId!: number;

  @ForeignKey('users')
  @Column('integer')
  senderId!: number;

  @ForeignKey('recipients')
  @Column('integer')
  recipientId!: number;

  @Column('text')
  topic!: string;

  @Column('text')
  content!: string;

  @Column('text')
  renderedContent!: string;

  @Column('timestamptz')
  dateSent!: Date;

  @Column('text')
  clientName!: string;

  @Column('boolean', { default: false })
  hasAttachment!: boolean;

  @Column('boolean', { default: false })
  hasImage!: boolean;

  @Column('boolean', { default: false })
  hasLink!: boolean;

  @Column('boolean', { default: false })
  isMeMessage!: boolean;

  /** A poll, a to-do list or another widget that users act on inside the message. */
  @Column('boolean', { default: false })
  hasSubmessages!: boolean;

  /** The time of the last change of the text; null if there was none. */
  @Column('timestamptz', { nullable: true })
  lastEditedAt!: Date | null;

  /** Resolving or unresolving a topic does not count as a move. */
  @Column('timestamptz', { nullable: true })
  lastMovedAt!: Date | null;

  /** The number of changes, including those whose entries in the history were deleted. */
  @Column('integer', { default: 0 })
  editCount!: number;

  /** The words of content and topic, written by the search module. */
  @Column('tsvector', { default: '' })
  searchVector!: string;
}
