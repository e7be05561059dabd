import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The sum of the sizes of all uploaded files of a realm. */
@Entity('upload_usage')
export class UploadUsageEntity {
  @ForeignKey('realms')
  @PrimaryColumn('integer')
  realmId!: number;

  @Column('bigint')
  bytes!: number;
}
