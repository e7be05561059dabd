import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('messages')
export class MessageEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'bigint' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('integer', { name: 'sender_id' })
  senderId!: number;

  @Column('integer', { name: 'recipient_id' })
  recipientId!: number;

  @Column('text')
  topic!: string;

  @Column('text')
  content!: string;

  @Column('text', { name: 'rendered_content' })
  renderedContent!: string;

  @Column('timestamptz', { name: 'date_sent' })
  dateSent!: Date;

  @Column('text', { name: 'client_name' })
  clientName!: string;

  @Column('boolean', { name: 'has_attachment', default: false })
  hasAttachment!: boolean;

  @Column('boolean', { name: 'has_image', default: false })
  hasImage!: boolean;

  @Column('boolean', { name: 'has_link', default: false })
  hasLink!: boolean;

  @Column('boolean', { name: 'is_me_message', default: false })
  isMeMessage!: boolean;

  /** A poll, a to-do list, or another thing that people act on inside the message. */
  @Column('boolean', { name: 'has_submessages', default: false })
  hasSubmessages!: boolean;

  /** Its text; null when nobody has. */
  @Column('timestamptz', { name: 'last_edited_at', nullable: true })
  lastEditedAt!: Date | null;

  /** Resolving a topic is no move. */
  @Column('timestamptz', { name: 'last_moved_at', nullable: true })
  lastMovedAt!: Date | null;

  /** What it was before each change, newest first. */
  @Column('jsonb', { name: 'edit_history', nullable: true })
  editHistory!: object[] | null;

  /** The words of text and topic; made by the search feature. */
  @Column('tsvector', { name: 'search_vector', default: '' })
  searchVector!: string;
}

/** One person's copy of a message. */
@Entity('user_messages')
export class UserMessageEntity {
  @PrimaryColumn('integer', { name: 'user_id' })
  userId!: number;

  @PrimaryColumn('bigint', { name: 'message_id' })
  messageId!: number;

  @Column('integer', { default: 0 })
  flags!: number;
}

/** Where messages go: a channel, or the set of people of a direct conversation. */
@Entity('recipients')
export class RecipientEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('integer', { name: 'stream_id', nullable: true })
  streamId!: number | null;

  @Column('integer', { name: 'user_ids', array: true, nullable: true })
  userIds!: number[] | null;
}
