// Stores pieces as parts of a multipart upload in S3, with `@tus/s3-store`. Parts have a minimum size: the rest of a
// piece is stored as a separate object, which the next piece replaces. If a process is killed during this, these
// bytes are lost, and the offset is lower than before.
import { type MetadataValue, S3Store } from '@tus/s3-store';
import { ERRORS, Upload } from '@tus/server';
import { LRUCache } from 'lru-cache';
import type { ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Config } from '#config/s3.js';
import type { FileStorage } from './file-storage.js';
import { type PartialFile, PartialFiles } from './partial-files.js';
import { clientConfig, isMissing, PART_BYTES, partsOf } from './s3-client.js';

/** Maximum number of ids of multipart uploads in the cache of a process. */
const MAX_REMEMBERED = 1000;

export class S3PartialFiles extends PartialFiles {
  private readonly store: PartStore;

  constructor(
    config: S3Config,
    private readonly fileStorage: FileStorage,
  ) {
    super();
    this.store = new PartStore(config);
  }

  /** Endings of the objects of S3Store for its metadata and for incomplete parts. */
  pathsOf(path: string): string[] {
    return [path, `${path}.info`, `${path}.part`];
  }

  async create({ path, size, contentType }: PartialFile): Promise<void> {
    await this.store.create(new Upload({ id: path, size, offset: 0, metadata: { contentType } }));
  }

  async offset({ path }: PartialFile): Promise<number> {
    const { offset } = await this.store.getUpload(path);
    return offset;
  }

  append({ path }: PartialFile, content: Readable, offset: number): Promise<number> {
    return this.store.write(content, path, offset);
  }

  async complete({ path, size }: PartialFile): Promise<void> {
    if (await this.fileStorage.find(path)) return;
    await this.store.write(Readable.from([]), path, size);
  }

  async abort({ path }: PartialFile): Promise<void> {
    try {
      await this.store.remove(path);
    } catch (error) {
      // The upload was completed or never started.
      if (error !== ERRORS.FILE_NOT_FOUND) throw error;
    }
  }

  close(): void {
    this.store.close();
  }
}

/** Stores parts in memory instead of temporary files, which would remain after a process was killed. */
class PartStore extends S3Store {
  constructor(config: S3Config) {
    super({
      partSize: PART_BYTES,
      minPartSize: PART_BYTES,
      cache: memory(),
      s3ClientConfig: { ...clientConfig(config), bucket: config.bucket },
    });
  }

  close(): void {
    this.client.destroy();
  }

  /** S3Store reports all failures of reading its metadata as a missing upload. */
  override async getUpload(id: string): Promise<Upload> {
    try {
      await this.getMetadata(id);
    } catch (error) {
      throw isMissing(error) ? ERRORS.FILE_NOT_FOUND : error;
    }
    return super.getUpload(id);
  }

  protected override async uploadParts(
    metadata: MetadataValue,
    content: Readable,
    firstNumber: number,
    offset: number,
  ): Promise<number> {
    const { id, size } = metadata.file;
    let uploaded = 0;
    let number = firstNumber;
    for await (const part of partsOf(content)) {
      if (part.length === 0) continue;
      const end = offset + uploaded + part.length;
      if (part.length === PART_BYTES || end === size) {
        await this.uploadPart(metadata, part, number++);
      } else {
        const object = { Bucket: this.bucket, Key: this.partKey(id, true) };
        await this.client.putObject({ ...object, Body: part });
      }
      uploaded += part.length;
    }
    return uploaded;
  }

  protected override async downloadIncompletePart(
    id: string,
  ): Promise<{ size: number; path: string; createReader: () => ReadStream } | undefined> {
    const stream = await this.getIncompletePart(id);
    if (!stream) return undefined;
    const content = await buffer(stream);
    // The caller uses it like any other stream.
    const createReader = (): ReadStream => Readable.from([content]) as ReadStream;
    return { size: content.length, path: '', createReader };
  }
}

function memory(): NonNullable<ConstructorParameters<typeof S3Store>[0]['cache']> {
  const cache = new LRUCache<string, MetadataValue>({ max: MAX_REMEMBERED });
  return {
    get: async (id) => cache.get(id),
    set: async (id, value) => void cache.set(id, value),
    delete: async (id) => void cache.delete(id),
  };
}
