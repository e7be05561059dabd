import { join } from 'node:path';
import type { Config } from '#config/config.js';
import type { FileStorage } from './file-storage.js';
import { LocalFileStorage } from './local-file-storage.js';
import { S3FileStorage } from './s3-file-storage.js';

export function createFileStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): FileStorage {
  return s3 ? new S3FileStorage(s3) : new LocalFileStorage(join(dataDir, 'files'));
}
