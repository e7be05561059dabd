import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { UnreferencedFileEntity } from './unreferenced-file.entity.js';

@Injectable()
export class UnreferencedFilesRepository {
  constructor(
    @InjectRepository(UnreferencedFileEntity)
    private readonly files: Repository<UnreferencedFileEntity>,
    private readonly database: Database,
  ) {}

  async insert(paths: string[], isReleased: boolean, dueAt: Date): Promise<void> {
    if (paths.length === 0) return;
    await this.files.upsert(
      paths.map((path) => ({ path, isReleased, dueAt })),
      ['path'],
    );
  }

  /** Returns whether all rows existed and were not released. */
  async remove(paths: string[]): Promise<boolean> {
    const { affected } = await this.files.delete({ path: In(paths), isReleased: false });
    return affected === paths.length;
  }

  /** Ignores paths without a row, whose files were adopted. */
  async releaseNew(paths: string[], dueAt: Date): Promise<void> {
    await this.files.update({ path: In(paths), isReleased: false }, { isReleased: true, dueAt });
  }

  /** Releases files that are due and postpones them, so that no other worker deletes them meanwhile. */
  async claimDue(now: Date, retryAt: Date, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ path: string }>(
      `UPDATE unreferenced_files SET is_released = true, due_at = $2
       WHERE path IN (
         SELECT path FROM unreferenced_files WHERE due_at <= $1
         ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
       ) RETURNING path`,
      [now, retryAt, limit],
    );
    return rows.map(({ path }) => path);
  }

  async delete(path: string): Promise<void> {
    await this.files.delete({ path, isReleased: true });
  }

  /** Returns the paths that have a row. */
  async existing(paths: string[]): Promise<string[]> {
    const rows = await this.files.find({ select: { path: true }, where: { path: In(paths) } });
    return rows.map(({ path }) => path);
  }
}
