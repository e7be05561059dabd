import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A view in the navigation of a user: a custom one, or a built-in one with changed settings. */
@Entity('navigation_views')
@Index('navigation_views_fragment', ['userId', 'fragment'], { unique: true })
export class NavigationViewEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  /** The part of the URL after `#`. */
  @Column('text')
  fragment!: string;

  @Column('boolean')
  isPinned!: boolean;

  /** Null for built-in views. */
  @Column('text', { nullable: true })
  name!: string | null;
}
