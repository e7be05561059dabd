import { join } from 'node:path';
import type { Config } from '#config/config.js';
import type { FileStorage } from './file-storage.js';
import { LocalFileStorage } from './local-file-storage.js';
import { LocalPartialFiles } from './local-partial-files.js';
import type { PartialFiles } from './partial-files.js';
import { S3FileStorage } from './s3-file-storage.js';
import { S3PartialFiles } from './s3-partial-files.js';

type StorageConfig = Pick<Config, 's3' | 'dataDir'>;

export function createFileStorage({ s3, dataDir }: StorageConfig): FileStorage {
  return s3 ? new S3FileStorage(s3) : new LocalFileStorage(directoryIn(dataDir));
}

/** Stores partial files in the same location as `fileStorage`. */
export function createPartialFiles(
  { s3, dataDir }: StorageConfig,
  fileStorage: FileStorage,
): PartialFiles {
  return s3 ? new S3PartialFiles(s3, fileStorage) : new LocalPartialFiles(directoryIn(dataDir));
}

function directoryIn(dataDir: string): string {
  return join(dataDir, 'files');
}
