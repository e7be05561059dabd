import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { FieldType } from './field-types.js';

export type FieldData = Record<string, unknown>;

@Entity('profile_fields')
// Unique: (realm_id, lower(name))
@Index('profile_fields_realm_name', { synchronize: false })
export class ProfileFieldEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @Column('smallint')
  type!: FieldType;

  @Column('text')
  name!: string;

  @Column('text')
  hint!: string;

  /** The choices, or the site of an external account; null for other types. */
  @Column('jsonb', { nullable: true })
  fieldData!: FieldData | null;

  @Column('integer')
  position!: number;

  @Column('boolean')
  displayInProfileSummary!: boolean;

  @Column('boolean')
  required!: boolean;

  @Column('boolean')
  editableByUser!: boolean;

  @Column('boolean')
  useForUserMatching!: boolean;
}
