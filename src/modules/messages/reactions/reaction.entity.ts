import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('reactions')
export class ReactionEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'bigint' })
  id!: number;

  @Column('bigint', { name: 'message_id' })
  messageId!: number;

  @Column('integer', { name: 'user_id' })
  userId!: number;

  /** Of all reactions with one emoji to one message: the name that the first of them used. */
  @Column('text', { name: 'emoji_name' })
  emojiName!: string;

  @Column('text', { name: 'emoji_code' })
  emojiCode!: string;

  @Column('text', { name: 'reaction_type' })
  reactionType!: string;
}
