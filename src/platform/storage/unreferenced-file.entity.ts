import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A file in the storage, or being written there, to which no other row refers. */
@Entity('unreferenced_files')
@Index('unreferenced_files_due_at', ['dueAt'])
export class UnreferencedFileEntity {
  @PrimaryColumn('text')
  path!: string;

  /** Whether the file must be deleted. Otherwise, it may be written until `dueAt`. */
  @Column('boolean')
  isReleased!: boolean;

  /** When the file is deleted, or when the next attempt is made. */
  @Column('timestamptz')
  dueAt!: Date;
}
