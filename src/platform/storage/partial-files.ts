// Files that are written in pieces, by several requests and processes one after the other. What has arrived is
// durable at the end of each piece, and found again after a process was killed. Until it is complete, there is
// no file at the path. Only one piece may be written at a time.
import type { Readable } from 'node:stream';

export interface PartialFile {
  path: string;
  /** Of the complete file, in bytes. */
  size: number;
  contentType: string;
}

export abstract class PartialFiles {
  /**
   * All paths at which the storage may have something of the file, its own first. They must have rows: see
   * `StoredFiles.reserve`.
   */
  abstract pathsOf(path: string): string[];

  abstract create(file: PartialFile): Promise<void>;

  /** The number of bytes that are stored. */
  abstract offset(file: PartialFile): Promise<number>;

  /**
   * Writes a piece that begins at the offset, and returns the offset at its end. What arrived before the content
   * failed may be lost. Memory use does not depend on the size.
   */
  abstract append(file: PartialFile, content: Readable, offset: number): Promise<number>;

  /** Called when all bytes are stored: makes the file appear at its path. Can be repeated. */
  abstract complete(file: PartialFile): Promise<void>;

  /** Removes what is stored, besides files at the paths. */
  abstract abort(file: PartialFile): Promise<void>;

  abstract close(): void;
}
