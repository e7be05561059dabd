import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('finished_jobs')
@Index('finished_jobs_finished_at', ['finishedAt'], { type: 'brin' })
export class FinishedJobEntity {
  @PrimaryColumn('text')
  jobId!: string;

  @Column('timestamptz')
  finishedAt!: Date;
}
