import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('realms')
export class RealmEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  /** The first label of its host name; empty for the root. */
  @Column('text', { unique: true })
  stringId!: string;

  @Column('uuid', { unique: true })
  uuid!: string;

  @Column('text')
  name!: string;

  /** Markdown. */
  @Column('text', { default: '' })
  description!: string;

  @Column('timestamptz')
  dateCreated!: Date;

  @Column('boolean', { default: false })
  deactivated!: boolean;

  /** From when on the data of a deactivated realm may be deleted; null keeps them. */
  @Column('timestamptz', { nullable: true })
  deletionDate!: Date | null;

  /** From then on there is no way back. */
  @Column('boolean', { default: false })
  deletionBegun!: boolean;

  /** Only what differs from the catalogue's defaults. */
  @Column('jsonb', { default: {} })
  settings!: Record<string, unknown>;
}
