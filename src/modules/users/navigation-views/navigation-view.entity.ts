import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A view in somebody's menu: one that they made, or a built-in one that they moved. */
@Entity('navigation_views')
@Index('navigation_views_fragment', ['userId', 'fragment'], { unique: true })
export class NavigationViewEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  /** What follows `#` in the address. */
  @Column('text')
  fragment!: string;

  @Column('boolean')
  isPinned!: boolean;

  /** Null for built-in views. */
  @Column('text', { nullable: true })
  name!: string | null;
}
