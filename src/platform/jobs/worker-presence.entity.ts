import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Single row: when a worker process was last seen. */
@Entity('worker_presence')
@Check('worker_presence_only_row_check', 'only_row')
export class WorkerPresenceEntity {
  @PrimaryColumn('boolean', { default: true })
  onlyRow!: boolean;

  /** By the clock of the database; null before the first worker. */
  @Column('timestamptz', { nullable: true })
  seenAt!: Date | null;
}
