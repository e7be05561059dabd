// Files in a directory. A file is written under a temporary name, synchronized with the disk and renamed.
// Links in the directory are not followed.
import { createWriteStream } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomId } from '#platform/crypto.js';
import {
  type ByteRange,
  type FileInfo,
  FileStorage,
  type ListedFile,
  type OpenFile,
  segmentsOf,
} from './file-storage.js';
import { infoOf, LocalDirectory, namesIn } from './local-directory.js';

/** Paths of stored files do not begin with a period. */
const INCOMPLETE = '.incomplete';
const READ_BYTES = 256 * 1024;

export class LocalFileStorage extends FileStorage {
  readonly description: string;
  private readonly directory: LocalDirectory;

  constructor(root: string) {
    super();
    this.description = root;
    this.directory = new LocalDirectory(root);
  }

  async write(path: string, content: Readable): Promise<number> {
    const segments = segmentsOf(path);
    const incomplete = this.directory.pathOf([INCOMPLETE, randomId()]);
    try {
      await this.directory.makeDirectories([INCOMPLETE]);
      const output = createWriteStream(incomplete, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(content, output);
      await this.directory.move(incomplete, segments);
      return output.bytesWritten;
    } catch (error) {
      content.destroy();
      await rm(incomplete, { force: true });
      throw error;
    }
  }

  async open(path: string, range?: ByteRange): Promise<OpenFile | undefined> {
    const file = await this.directory.open(segmentsOf(path));
    if (!file) return undefined;
    const { handle, info } = file;
    const { size, mtime: modifiedAt } = info;
    if (size === 0) {
      // Read streams do not support empty ranges.
      return { size, modifiedAt, content: handle.createReadStream() };
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const content = handle.createReadStream({ start, end, highWaterMark: READ_BYTES });
    return { size, modifiedAt, content };
  }

  async find(path: string): Promise<FileInfo | undefined> {
    const file = await this.directory.open(segmentsOf(path));
    if (!file) return undefined;
    await file.handle.close();
    return { size: file.info.size, modifiedAt: file.info.mtime };
  }

  async delete(path: string): Promise<void> {
    const segments = segmentsOf(path);
    if (!(await this.directory.hasDirectories(segments.slice(0, -1)))) return;
    await rm(this.directory.pathOf(segments), { force: true });
    for (let length = segments.length - 1; length > 0; length--) {
      try {
        await rmdir(this.directory.pathOf(segments.slice(0, length)));
      } catch {
        // The directory is not empty, or another process has removed it.
        return;
      }
    }
  }

  async *list(kind?: string): AsyncGenerator<ListedFile> {
    yield* this.listDirectory(kind ?? '');
  }

  async deleteInterrupted(date: Date): Promise<void> {
    const directory = this.directory.pathOf([INCOMPLETE]);
    for await (const name of namesIn(directory)) {
      const path = join(directory, name);
      const info = await infoOf(path);
      if (info && info.mtime < date) await rm(path, { force: true });
    }
  }

  close(): void {
    // Nothing is open between calls.
  }

  private async *listDirectory(path: string): AsyncGenerator<ListedFile> {
    for await (const name of namesIn(this.directory.pathOf([path]))) {
      if (path === '' && name === INCOMPLETE) continue;
      const below = path === '' ? name : `${path}/${name}`;
      const info = await infoOf(this.directory.pathOf([below]));
      if (info?.isDirectory()) yield* this.listDirectory(below);
      else if (info?.isFile()) yield { path: below, size: info.size, modifiedAt: info.mtime };
    }
  }
}
