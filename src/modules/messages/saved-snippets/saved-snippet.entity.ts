import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A text that a user saved for reuse in messages. */
@Entity('saved_snippets')
@Index('saved_snippets_user', ['userId', 'id'])
export class SavedSnippetEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  @Column('text')
  title!: string;

  @Column('text')
  content!: string;

  @Column('timestamptz')
  createdAt!: Date;
}
