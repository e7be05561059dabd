import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('realms')
export class RealmEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  /** The subdomain; empty for the root realm. */
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

  /** The time at which the data of a deactivated realm may be deleted; null for never. */
  @Column('timestamptz', { nullable: true })
  deletionDate!: Date | null;

  /** Once set, the realm cannot be reactivated. */
  @Column('boolean', { default: false })
  deletionBegun!: boolean;

  /** Values that differ from the defaults of the catalogue. */
  @Column('jsonb', { default: {} })
  settings!: Record<string, unknown>;

  /** Increases with each change of the picture, because clients cache it by its URL. */
  @Column('integer', { default: 1 })
  iconVersion!: number;

  @Column('integer', { default: 1 })
  logoVersion!: number;

  @Column('integer', { default: 1 })
  nightLogoVersion!: number;
}
