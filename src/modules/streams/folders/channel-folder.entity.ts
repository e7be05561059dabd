import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('channel_folders')
@Index('channel_folders_realm_position', ['realmId', 'position'])
// Unique: (realm_id, lower(name)) WHERE NOT is_archived
@Index('channel_folders_realm_name', { synchronize: false })
@Index('channel_folders_creator_id', ['creatorId'])
export class ChannelFolderEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;

  @Column('text')
  renderedDescription!: string;

  @ForeignKey('users')
  @Column('integer', { nullable: true })
  creatorId!: number | null;

  @Column('timestamptz')
  dateCreated!: Date;

  @Column('boolean', { default: false })
  isArchived!: boolean;

  /** From 0, counting archived folders. */
  @Column('integer')
  position!: number;
}
