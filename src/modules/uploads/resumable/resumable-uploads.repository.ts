import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { ResumableUploadEntity } from './resumable-upload.entity.js';

export type ResumableUpload = Pick<
  ResumableUploadEntity,
  'pathId' | 'realmId' | 'ownerId' | 'size' | 'metadata' | 'createdAt'
>;

@Injectable()
export class ResumableUploadsRepository {
  constructor(
    @InjectRepository(ResumableUploadEntity)
    private readonly uploads: Repository<ResumableUploadEntity>,
    private readonly database: Database,
  ) {}

  async insert(upload: ResumableUpload): Promise<void> {
    await this.uploads.insert(upload);
  }

  findOwned({ realmId, userId }: Actor, pathId: string): Promise<ResumableUpload | null> {
    return this.uploads.findOneBy({ pathId, realmId, ownerId: userId });
  }

  /** The total size that the unfinished uploads of a realm will have when they are complete. */
  async sumOfSizes(realmId: number): Promise<number> {
    return (await this.uploads.sum('size', { realmId })) ?? 0;
  }

  /** Returns whether the row existed. */
  async delete({ pathId, realmId }: ResumableUpload): Promise<boolean> {
    const { affected } = await this.uploads.delete({ pathId, realmId });
    return affected === 1;
  }

  /** Returns uploads that were started before `date`, oldest first. */
  findBefore(date: Date, limit: number): Promise<ResumableUpload[]> {
    return this.uploads
      .createQueryBuilder('u')
      .where('u.createdAt < :date', { date })
      .orderBy('u.createdAt')
      .limit(limit)
      .getMany();
  }

  /**
   * Gives the lease to a request, unless the holder has renewed it within `seconds`. Uses the clock of the
   * database, because processes on several machines compare the time.
   */
  async acquire(pathId: string, holder: string, seconds: number): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE resumable_uploads
       SET holder = $2, renewed_at = clock_timestamp(), is_wanted = false
       WHERE path_id = $1
         AND (holder IS NULL OR renewed_at < clock_timestamp() - make_interval(secs => $3))
       RETURNING path_id`,
      [pathId, holder, seconds],
    );
    return rows.length > 0;
  }

  /** Requests the lease from its holder. Returns whether the upload exists. */
  async want(pathId: string): Promise<boolean> {
    const { affected } = await this.uploads.update({ pathId }, { isWanted: true });
    return affected === 1;
  }

  /** Renews the lease. Returns whether another request waits for it, or undefined if it is lost. */
  async renew(pathId: string, holder: string): Promise<boolean | undefined> {
    const [row] = await this.database.query<{ isWanted: boolean }>(
      `UPDATE resumable_uploads SET renewed_at = clock_timestamp()
       WHERE path_id = $1 AND holder = $2 RETURNING is_wanted AS "isWanted"`,
      [pathId, holder],
    );
    return row?.isWanted;
  }

  async release(pathId: string, holder: string): Promise<void> {
    await this.uploads.update({ pathId, holder }, { holder: null, renewedAt: null });
  }
}
