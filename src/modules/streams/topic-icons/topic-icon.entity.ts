import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** At most one for each topic, in any case. */
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
