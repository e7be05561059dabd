// Compares stored files with the rows that refer to them. Every file has a row from before it is written until
// after it is deleted, so differences are caused by inconsistent backups or by other programs.
import { Injectable } from '@nestjs/common';
import { FileStorage } from '#platform/storage/file-storage.js';
import { StoredFiles } from '#platform/storage/stored-files.js';
import { StorageCheckRepository } from './storage-check.repository.js';

const BATCH = 1000;

export interface StorageDifferences {
  /** Number of stored files. */
  count: number;
  /** Paths of files without a row. */
  unreferenced: string[];
  /** Paths in rows without a file. */
  missing: string[];
}

@Injectable()
export class StorageCheck {
  constructor(
    private readonly storageCheckRepository: StorageCheckRepository,
    private readonly fileStorage: FileStorage,
    private readonly storedFiles: StoredFiles,
  ) {}

  async check(): Promise<StorageDifferences> {
    const paths: string[] = [];
    for await (const { path } of this.fileStorage.list()) paths.push(path);
    // The rows are read after the files, so that new files have no effect.
    const unreferenced = await this.storageCheckRepository.findUnreferenced(paths);
    const missing: string[] = [];
    for (const path of await this.storageCheckRepository.findMissing(paths)) {
      // The file may be new.
      if (!(await this.fileStorage.find(path))) missing.push(path);
    }
    return { count: paths.length, unreferenced, missing };
  }

  /** Releases files, which a job then deletes. Returns their number. */
  async release(paths: string[]): Promise<number> {
    for (let start = 0; start < paths.length; start += BATCH) {
      await this.storedFiles.discard(paths.slice(start, start + BATCH));
    }
    return paths.length;
  }
}
