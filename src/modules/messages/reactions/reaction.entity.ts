import type { ReactionType } from '#modules/realms/emoji';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('reactions')
@Index('reactions_once', ['messageId', 'emojiCode', 'reactionType', 'userId'], { unique: true })
@Index('reactions_user_id', ['userId'])
export class ReactionEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'bigint' })
  id!: number;

  @Column('bigint')
  messageId!: number;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  /** All reactions to a message with one emoji have the name that the first of them used. */
  @Column('text')
  emojiName!: string;

  @Column('text')
  emojiCode!: string;

  @Column('text')
  reactionType!: ReactionType;
}
