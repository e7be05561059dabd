import {
  Check,
  Column,
  Entity,
  Exclusion,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';

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

  /** A poll, a to-do list, or another thing that people act on inside the message. */
  @Column('boolean', { default: false })
  hasSubmessages!: boolean;

  /** Its text; null when nobody has. */
  @Column('timestamptz', { nullable: true })
  lastEditedAt!: Date | null;

  /** Resolving a topic is no move. */
  @Column('timestamptz', { nullable: true })
  lastMovedAt!: Date | null;

  /** What it was before each change, newest first. */
  @Column('jsonb', { nullable: true })
  editHistory!: object[] | null;

  /** The words of text and topic; made by the search feature. */
  @Column('tsvector', { default: '' })
  searchVector!: string;
}

/** One person's copy of a message. */
@Entity('user_messages')
@Index('user_messages_message_id', ['messageId'])
@Index('user_messages_unread', ['userId', 'messageId'], { where: 'flags & 1 = 0' })
@Index('user_messages_starred', ['userId', 'messageId'], { where: 'flags & 2 <> 0' })
@Index('user_messages_mentioned', ['userId', 'messageId'], { where: 'flags & 120 <> 0' })
@Index('user_messages_alerted', ['userId', 'messageId'], { where: 'flags & 128 <> 0' })
@Index('user_messages_direct', ['userId', 'messageId'], { where: 'flags & 512 <> 0' })
export class UserMessageEntity {
  @PrimaryColumn('integer')
  userId!: number;

  @PrimaryColumn('bigint')
  messageId!: number;

  @Column('integer', { default: 0 })
  flags!: number;
}

/** Where messages go: a channel, or the set of people of a direct conversation. */
@Entity('recipients')
@Check('recipients_check', '(stream_id IS NULL) <> (user_ids IS NULL)')
@Exclusion('recipients_user_ids', 'USING hash (user_ids WITH =) WHERE (user_ids IS NOT NULL)')
@Index('recipients_realm_id', ['realmId'])
@Index('recipients_participants', ['userIds'], { type: 'gin', where: 'user_ids IS NOT NULL' })
export class RecipientEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @ForeignKey('streams')
  @Column('integer', { nullable: true, unique: true })
  streamId!: number | null;

  @Column('integer', { array: true, nullable: true })
  userIds!: number[] | null;
}
