// Files in a directory. A file is written under a temporary name, synchronized with the disk and renamed.
// The directory itself may be a symbolic link; links in it are not followed.
import { constants, createWriteStream, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, opendir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

/** Paths of stored files do not begin with a period. */
const INCOMPLETE = '.incomplete';
const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
const READ_BYTES = 256 * 1024;
/** Another process may remove a directory that became empty before the new file is in it. */
const MAX_ATTEMPTS = 10;

export class LocalFileStorage extends FileStorage {
  readonly description: string;

  constructor(private readonly root: string) {
    super();
    this.description = root;
  }

  async write(path: string, content: Readable): Promise<number> {
    const segments = segmentsOf(path);
    const incomplete = join(this.root, INCOMPLETE, randomId());
    try {
      await this.makeDirectories([INCOMPLETE]);
      const output = createWriteStream(incomplete, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(content, output);
      await this.moveTo(segments, incomplete);
      return output.bytesWritten;
    } catch (error) {
      content.destroy();
      await rm(incomplete, { force: true });
      throw error;
    }
  }

  async open(path: string, range?: ByteRange): Promise<OpenFile | undefined> {
    const file = await this.openFile(path);
    if (!file) return undefined;
    const { handle, info } = file;
    if (info.size === 0) {
      // A read stream cannot have an empty range.
      return { ...info, content: handle.createReadStream() };
    }
    const { start, end } = range ?? { start: 0, end: info.size - 1 };
    return {
      ...info,
      content: handle.createReadStream({ start, end, highWaterMark: READ_BYTES }),
    };
  }

  async find(path: string): Promise<FileInfo | undefined> {
    const file = await this.openFile(path);
    await file?.handle.close();
    return file?.info;
  }

  async delete(path: string): Promise<void> {
    const segments = segmentsOf(path);
    if (!(await this.hasDirectories(segments.slice(0, -1)))) return;
    await rm(join(this.root, ...segments), { force: true });
    for (let length = segments.length - 1; length > 0; length--) {
      try {
        await rmdir(join(this.root, ...segments.slice(0, length)));
      } catch {
        // It is not empty, or another process has removed it.
        return;
      }
    }
  }

  async *list(kind?: string): AsyncGenerator<ListedFile> {
    yield* this.listDirectory(kind ?? '');
  }

  async deleteInterrupted(date: Date): Promise<void> {
    const directory = join(this.root, INCOMPLETE);
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
    for await (const name of namesIn(join(this.root, path))) {
      if (path === '' && name === INCOMPLETE) continue;
      const below = path === '' ? name : `${path}/${name}`;
      const info = await infoOf(join(this.root, below));
      if (info?.isDirectory()) yield* this.listDirectory(below);
      else if (info?.isFile()) yield { path: below, size: info.size, modifiedAt: info.mtime };
    }
  }

  private async openFile(
    path: string,
  ): Promise<{ handle: FileHandle; info: FileInfo } | undefined> {
    const segments = segmentsOf(path);
    if (!(await this.hasDirectories(segments.slice(0, -1)))) return undefined;
    let handle: FileHandle;
    try {
      // Without O_NONBLOCK, opening a named pipe would wait for a writer.
      handle = await open(join(this.root, ...segments), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ELOOP', 'ENXIO')) return undefined;
      throw error;
    }
    const info = await handle.stat();
    if (info.isFile()) return { handle, info: { size: info.size, modifiedAt: info.mtime } };
    await handle.close();
    return undefined;
  }

  private async moveTo(segments: string[], incomplete: string): Promise<void> {
    const directories = segments.slice(0, -1);
    for (let attempt = 1; ; attempt++) {
      await this.makeDirectories(directories);
      try {
        await rename(incomplete, join(this.root, ...segments));
        break;
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !hasCode(error, 'ENOENT')) throw error;
      }
    }
    for (let length = directories.length; length >= 0; length--) {
      await synchronize(join(this.root, ...directories.slice(0, length)));
    }
  }

  /** Throws when one of them is not a directory, such as a symbolic link. */
  private async makeDirectories(names: string[]): Promise<void> {
    await makeDirectory(this.root);
    for (let length = 1; length <= names.length; length++) {
      const path = join(this.root, ...names.slice(0, length));
      await makeDirectory(path);
      // A directory that another process has removed again is made at the next attempt.
      if ((await infoOf(path))?.isDirectory() === false) {
        throw new Error(`${path} is not a directory`);
      }
    }
  }

  /** Whether all exist and none is a symbolic link. */
  private async hasDirectories(names: string[]): Promise<boolean> {
    for (let length = 1; length <= names.length; length++) {
      const info = await infoOf(join(this.root, ...names.slice(0, length)));
      if (!info?.isDirectory()) return false;
    }
    return true;
  }
}

/** Does not use `recursive: true`, with which Node never returns for paths such as /proc/x. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
    await makeDirectory(dirname(path));
    await mkdir(path, { mode: 0o700 }).catch((again: unknown) => {
      if (!hasCode(again, 'EEXIST')) throw again;
    });
  }
}

/** Makes the entries of a directory durable. */
async function synchronize(directory: string): Promise<void> {
  const handle = await open(directory, O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* namesIn(directory: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(directory)) yield name;
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/** Of the file itself, not of what a symbolic link leads to. */
async function infoOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}
