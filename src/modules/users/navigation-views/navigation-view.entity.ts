import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A view in somebody's menu: one that they made, or a built-in one that they moved. */
@Entity('navigation_views')
export class NavigationViewEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'user_id' })
  userId!: number;

  /** What follows `#` in the address. */
  @Column('text')
  fragment!: string;

  @Column('boolean', { name: 'is_pinned' })
  isPinned!: boolean;

  /** Null for built-in views. */
  @Column('text', { nullable: true })
  name!: string | null;
}
