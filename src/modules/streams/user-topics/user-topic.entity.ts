import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { VisibilityPolicy } from './visibility-policies.js';

/** The visibility policy of a user for a topic; topic names are unique ignoring case. */
@Entity('user_topics')
@Check('user_topics_visibility_policy_check', 'visibility_policy IN (1, 2, 3)')
// Unique: (user_id, stream_id, upper(topic))
@Index('user_topics_topic', { synchronize: false })
// (stream_id, upper(topic))
@Index('user_topics_stream_topic', { synchronize: false })
export class UserTopicEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  @ForeignKey('streams')
  @Column('integer')
  streamId!: number;

  @Column('text')
  topic!: string;

  @Column('smallint')
  visibilityPolicy!: VisibilityPolicy;

  @Column('timestamptz')
  lastUpdated!: Date;
}
