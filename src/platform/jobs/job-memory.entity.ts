import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Single row: identifies the store of the queues, to detect that jobs may have been lost. */
@Entity('job_memory')
@Check('job_memory_only_row_check', 'only_row')
export class JobMemoryEntity {
  @PrimaryColumn('boolean', { default: true })
  onlyRow!: boolean;

  @Column('text')
  memory!: string;
}
