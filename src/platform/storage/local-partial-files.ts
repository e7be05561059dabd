// Pieces are written to a file next to the path, which is renamed when it is complete. File systems write content
// before they extend a file, so its length is the number of stored bytes even after a power failure.
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { segmentsOf } from './file-storage.js';
import { LocalDirectory } from './local-directory.js';
import { type PartialFile, PartialFiles } from './partial-files.js';

const { O_CREAT, O_WRONLY } = constants;
const PARTIAL = '.part';

export class LocalPartialFiles extends PartialFiles {
  private readonly directory: LocalDirectory;

  constructor(root: string) {
    super();
    this.directory = new LocalDirectory(root);
  }

  pathsOf(path: string): string[] {
    return [path, path + PARTIAL];
  }

  async create(): Promise<void> {
    // The first piece creates the file.
  }

  async offset({ path }: PartialFile): Promise<number> {
    return (await this.sizeOf(path + PARTIAL)) ?? (await this.sizeOf(path)) ?? 0;
  }

  async append({ path }: PartialFile, content: Readable, offset: number): Promise<number> {
    const segments = segmentsOf(path + PARTIAL);
    const directories = segments.slice(0, -1);
    await this.directory.makeDirectories(directories);
    const file = await this.directory.open(segments, O_WRONLY | O_CREAT);
    if (!file) throw new Error(`${path} is not a regular file, or was deleted`);
    try {
      const end = await writeAt(file.handle, content, offset);
      await file.handle.datasync();
      if (file.info.size === 0) await this.directory.synchronize(directories);
      return end;
    } finally {
      await file.handle.close();
    }
  }

  async complete({ path }: PartialFile): Promise<void> {
    const partial = segmentsOf(path + PARTIAL);
    if ((await this.sizeOf(path + PARTIAL)) === undefined) return;
    await this.directory.move(this.directory.pathOf(partial), segmentsOf(path));
  }

  async abort(): Promise<void> {
    // All content is in files at the paths.
  }

  close(): void {
    // Nothing is open between calls.
  }

  private async sizeOf(path: string): Promise<number | undefined> {
    const file = await this.directory.open(segmentsOf(path));
    await file?.handle.close();
    return file?.info.size;
  }
}

/**
 * Writes at a position, not at the end of the file: a process that continues after it was frozen then writes the same
 * bytes as the process that has taken over.
 */
async function writeAt(handle: FileHandle, content: Readable, offset: number): Promise<number> {
  let position = offset;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length;) {
      const { bytesWritten } = await handle.write(chunk, start, chunk.length - start, position);
      start += bytesWritten;
      position += bytesWritten;
    }
  }
  return position;
}
