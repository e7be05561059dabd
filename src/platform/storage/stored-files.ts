// The lifecycle of stored files. A row in `unreferenced_files` exists from before a file is written until the
// transaction that inserts the row which refers to it, and from the transaction that deletes this row until the file is
// deleted. Even if a process ends at any moment, each file therefore has a row.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Readable } from 'node:stream';
import { Clock, fromSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { FileStorage } from './file-storage.js';
import { deleteUnreferencedFiles } from './stored-files.jobs.js';
import { UnreferencedFilesRepository } from './unreferenced-files.repository.js';

/** Time within which a file must be written and adopted. */
const WRITE_SECONDS = 24 * 3600;
const RETRY_SECONDS = 600;
const BATCH = 100;

@Injectable()
export class StoredFiles {
  constructor(
    private readonly fileStorage: FileStorage,
    private readonly unreferencedFilesRepository: UnreferencedFilesRepository,
    private readonly jobQueue: JobQueue,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {}

  /**
   * Writes a new file, which is deleted after a day unless a transaction calls `adopt`. Returns its size.
   * Must be called outside of transactions. A failed write leaves nothing.
   */
  async write(path: string, content: Readable, contentType: string): Promise<number> {
    await this.reserve([path]);
    try {
      return await this.fileStorage.write(path, content, contentType);
    } catch (error) {
      await this.discard([path]);
      throw error;
    }
  }

  /**
   * For files that are not written by `write`. Must be committed before the files exist. They are deleted after this
   * time unless a transaction calls `adopt`.
   */
  async reserve(paths: string[], seconds = WRITE_SECONDS): Promise<void> {
    const dueAt = fromSeconds(this.clock.seconds() + seconds);
    await this.unreferencedFilesRepository.insert(paths, false, dueAt);
  }

  /** Called in the transaction that inserts the row which refers to the files. */
  async adopt(paths: string[]): Promise<void> {
    if (await this.unreferencedFilesRepository.remove(paths)) return;
    throw new Error(`A new file is missing or was deleted before its use: ${paths.join(', ')}`);
  }

  /** Called in the transaction that deletes the row which refers to the files. */
  async release(paths: string[]): Promise<void> {
    if (paths.length === 0) return;
    await this.unreferencedFilesRepository.insert(paths, true, this.clock.now());
    this.jobQueue.enqueue(deleteUnreferencedFiles, {});
  }

  /** Deletes new files that were not adopted. If this fails, the job deletes them. */
  async discard(paths: string[]): Promise<void> {
    await this.database.transaction(() => this.release(paths));
  }

  /**
   * Deletes new files that no transaction has adopted. May be called after any error, even if it is unknown whether the
   * transaction was committed.
   */
  async discardUnused(paths: string[]): Promise<void> {
    await this.database.transaction(async () => {
      await this.unreferencedFilesRepository.releaseNew(paths, this.clock.now());
      this.jobQueue.enqueue(deleteUnreferencedFiles, {});
    });
  }

  /** Deletes all files that are due. If a file cannot be deleted, it is tried again later. */
  async deleteDue(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const now = this.clock.now();
      const retryAt = fromSeconds(this.clock.seconds() + RETRY_SECONDS);
      const paths = await this.unreferencedFilesRepository.claimDue(now, retryAt, BATCH);
      for (const path of paths) await this.delete(path);
      if (paths.length < BATCH) return;
    }
  }

  async deleteInterrupted(): Promise<void> {
    await this.fileStorage.deleteInterrupted(this.clock.ago(2 * WRITE_SECONDS));
  }

  private async delete(path: string): Promise<void> {
    try {
      await this.fileStorage.delete(path);
      await this.unreferencedFilesRepository.delete(path);
    } catch (error) {
      this.logger.warn(
        { err: error, path },
        'A file could not be deleted; another attempt follows later',
      );
    }
  }
}
