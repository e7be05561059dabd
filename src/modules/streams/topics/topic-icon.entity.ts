import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One for each topic at most, whatever the case of its name. */
@Entity('topic_icons')
export class TopicIconEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'stream_id' })
  streamId!: number;

  @Column('text')
  topic!: string;

  @Column('text', { name: 'emoji_name' })
  emojiName!: string;

  @Column('text', { name: 'emoji_code' })
  emojiCode!: string;

  @Column('text', { name: 'reaction_type' })
  reactionType!: string;
}
