import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Single row: the store of the queues, to detect that jobs may have been lost. */
@Entity('job_store')
@Check('job_store_only_row_check', 'only_row')
export class JobStoreEntity {
  @PrimaryColumn('boolean', { default: true })
  onlyRow!: boolean;

  @Column('text')
  storeId!: string;
}
