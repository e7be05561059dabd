import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { VisibilityPolicy } from './user-topics.view.js';

/** What a person made of a topic. One for each topic at most, whatever the case of its name. */
@Entity('user_topics')
export class UserTopicEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'user_id' })
  userId!: number;

  @Column('integer', { name: 'stream_id' })
  streamId!: number;

  @Column('text')
  topic!: string;

  @Column('smallint', { name: 'visibility_policy' })
  visibilityPolicy!: VisibilityPolicy;

  @Column('timestamptz', { name: 'last_updated' })
  lastUpdated!: Date;
}
