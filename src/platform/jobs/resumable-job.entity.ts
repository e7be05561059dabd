import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('resumable_jobs')
@Index('resumable_jobs_running', ['kind', 'key'], { unique: true, where: 'finished_at IS NULL' })
@Index('resumable_jobs_finished_at', ['finishedAt'])
@Index('resumable_jobs_realm_id', ['realmId'])
export class ResumableJobEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  /** Name of the job. */
  @Column('text')
  kind!: string;

  /** Unique among the unfinished jobs of the kind; null does not count. */
  @Column('text', { nullable: true })
  key!: string | null;

  /** Null when the row must outlive its realm. */
  @Column('integer', { nullable: true })
  realmId!: number | null;

  @Column('jsonb')
  state!: object;

  @Column('timestamptz')
  startedAt!: Date;

  /** Time of the last batch. */
  @Column('timestamptz')
  advancedAt!: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
