import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A named set of streams that new users may choose when they join. */
@Entity('default_stream_groups')
// Unique: (realm_id, lower(name))
@Index('default_stream_groups_name', { synchronize: false })
export class DefaultStreamGroupEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;
}
