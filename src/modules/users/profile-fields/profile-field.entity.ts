import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('profile_fields')
export class ProfileFieldEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  /** As in FieldType. */
  @Column('smallint')
  type!: number;

  @Column('text')
  name!: string;

  @Column('text')
  hint!: string;

  /** The choices, or the site of an external account; null for other types. */
  @Column('jsonb', { name: 'field_data', nullable: true })
  fieldData!: Record<string, unknown> | null;

  @Column('integer')
  position!: number;

  @Column('boolean', { name: 'display_in_profile_summary' })
  displayInProfileSummary!: boolean;

  @Column('boolean')
  required!: boolean;

  @Column('boolean', { name: 'editable_by_user' })
  editableByUser!: boolean;

  @Column('boolean', { name: 'use_for_user_matching' })
  useForUserMatching!: boolean;
}
