import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThan, type Repository } from 'typeorm';
import { insertOrIgnore } from '#platform/database/insert-or-ignore.js';
import { ResumableJobEntity } from './resumable-job.entity.js';

export type NewResumableJob = Pick<ResumableJobEntity, 'kind' | 'key' | 'realmId' | 'state'>;

export interface ClaimedJob<State> {
  realmId: number | null;
  state: State;
}

@Injectable()
export class ResumableJobsRepository {
  constructor(
    @InjectRepository(ResumableJobEntity)
    private readonly resumableJobs: Repository<ResumableJobEntity>,
  ) {}

  /** Returns no id when an unfinished job has the same key. */
  async insert(input: NewResumableJob, now: Date): Promise<number | undefined> {
    const job = this.resumableJobs.create({ ...input, startedAt: now, advancedAt: now });
    return (await insertOrIgnore(this.resumableJobs, job)) ? job.id : undefined;
  }

  async findUnfinished(kind: string, key: string): Promise<number | undefined> {
    const job = await this.resumableJobs.findOne({
      select: { id: true },
      where: { kind, key, finishedAt: IsNull() },
    });
    return job?.id;
  }

  /** A row that does not exist counts as finished: old rows are deleted. */
  async isFinished(id: number): Promise<boolean> {
    return !(await this.resumableJobs.existsBy({ id, finishedAt: IsNull() }));
  }

  /**
   * Locks the row until the end of the transaction. Returns null when the job is finished, or when
   * another worker runs a batch of it.
   */
  claim<State>(id: number, kind: string): Promise<ClaimedJob<State> | null> {
    return this.resumableJobs.findOne({
      select: { id: true, realmId: true, state: true },
      where: { id, kind, finishedAt: IsNull() },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    }) as Promise<ClaimedJob<State> | null>;
  }

  async advance(id: number, state: object, now: Date): Promise<void> {
    await this.resumableJobs.update({ id }, { state, advancedAt: now });
  }

  async finish(id: number, now: Date): Promise<void> {
    await this.resumableJobs.update({ id }, { advancedAt: now, finishedAt: now });
  }

  /** Unfinished jobs that have not advanced since this time. */
  findStalled(since: Date): Promise<Pick<ResumableJobEntity, 'id' | 'kind'>[]> {
    return this.resumableJobs.find({
      select: { id: true, kind: true },
      where: { finishedAt: IsNull(), advancedAt: LessThan(since) },
      order: { id: 'ASC' },
    });
  }

  async deleteFinishedBefore(date: Date): Promise<void> {
    await this.resumableJobs.delete({ finishedAt: LessThan(date) });
  }
}
