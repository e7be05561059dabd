import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A file in the storage, or being written there, to which no other row refers. */
@Entity('unreferenced_files')
@Index('unreferenced_files_due_at', ['dueAt'])
export class UnreferencedFileEntity {
  @PrimaryColumn('text')
  path!: string;

  /** Whether it must be deleted. Otherwise it is being written until `dueAt`. */
  @Column('boolean')
  isReleased!: boolean;

  /** When it is deleted, or when the next attempt to delete it is made. */
  @Column('timestamptz')
  dueAt!: Date;
}
