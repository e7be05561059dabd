import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The icon of a topic; topics are unique regardless of case. */
@Entity('topic_icons')
// Unique: (stream_id, upper(topic))
@Index('topic_icons_topic', { synchronize: false })
export class TopicIconEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('streams')
  @Column('integer')
  streamId!: number;

  @Column('text')
  topic!: string;

  @Column('text')
  emojiName!: string;

  @Column('text')
  emojiCode!: string;

  @Column('text')
  reactionType!: string;
}
