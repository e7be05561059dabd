import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('channel_folders')
export class ChannelFolderEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;

  @Column('text', { name: 'rendered_description' })
  renderedDescription!: string;

  @Column('integer', { name: 'creator_id', nullable: true })
  creatorId!: number | null;

  @Column('timestamptz', { name: 'date_created' })
  dateCreated!: Date;

  @Column('boolean', { name: 'is_archived', default: false })
  isArchived!: boolean;

  /** From 0, archived folders included. */
  @Column('integer')
  position!: number;
}
