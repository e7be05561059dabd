import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One user's receipt of a message, with the user's flags for it. */
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
