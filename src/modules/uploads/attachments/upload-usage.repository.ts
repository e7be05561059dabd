import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { UploadUsageEntity } from './upload-usage.entity.js';

@Injectable()
export class UploadUsageRepository {
  constructor(
    @InjectRepository(UploadUsageEntity) private readonly usages: Repository<UploadUsageEntity>,
    private readonly database: Database,
  ) {}

  async find(realmId: number): Promise<number> {
    const usage = await this.usages.findOneBy({ realmId });
    return usage?.bytes ?? 0;
  }

  /**
   * Adds the size of a file. Returns the sum, or undefined if it would exceed the quota. Changes of one realm wait
   * for each other.
   */
  async add(realmId: number, bytes: number, quota: number | null): Promise<number | undefined> {
    const [row] = await this.database.query<{ bytes: number }>(
      `INSERT INTO upload_usage AS existing (realm_id, bytes)
       SELECT $1, $2::bigint WHERE $3::bigint IS NULL OR $2::bigint <= $3::bigint
       ON CONFLICT (realm_id) DO UPDATE SET bytes = existing.bytes + excluded.bytes
         WHERE $3::bigint IS NULL OR existing.bytes + excluded.bytes <= $3::bigint
       RETURNING bytes`,
      [realmId, bytes, quota],
    );
    return row?.bytes;
  }

  /** Subtracts the size of a file. Returns the new sum. */
  async subtract(realmId: number, bytes: number): Promise<number> {
    const [row] = await this.database.query<{ bytes: number }>(
      `UPDATE upload_usage SET bytes = bytes - $2 WHERE realm_id = $1 RETURNING bytes`,
      [realmId, bytes],
    );
    return row?.bytes ?? 0;
  }
}
