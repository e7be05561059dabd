// Files that several requests and processes write in pieces, one at a time. The content is durable at the end of each
// piece, and is found again after a process was killed. Until the file is complete, there is no file at its path.
import type { Readable } from 'node:stream';

export interface PartialFile {
  path: string;
  /** Size of the complete file in bytes. */
  size: number;
  contentType: string;
}

export abstract class PartialFiles {
  /**
   * All paths at which the storage may store content of the file, starting with its own path. They must have rows: see
   * `StoredFiles.reserve`.
   */
  abstract pathsOf(path: string): string[];

  abstract create(file: PartialFile): Promise<void>;

  /** Number of stored bytes. */
  abstract offset(file: PartialFile): Promise<number>;

  /**
   * Writes a piece that begins at the offset, and returns the offset at its end. If reading the content fails, the part
   * before the failure may be lost. Memory use does not depend on the size.
   */
  abstract append(file: PartialFile, content: Readable, offset: number): Promise<number>;

  /** Called when all bytes are stored. Makes the file available at its path. Can be repeated. */
  abstract complete(file: PartialFile): Promise<void>;

  /** Removes all stored content except for files at the paths. */
  abstract abort(file: PartialFile): Promise<void>;

  abstract close(): void;
}
