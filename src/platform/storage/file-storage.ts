// The storage of files: a directory, or a bucket of an S3-compatible service. A path has at least two segments, of
// which the first is the kind of file. A written file is durable and complete; a failed or interrupted write leaves
// nothing at its path. Content types are stored in the rows that refer to the files.
import type { Readable } from 'node:stream';

export interface FileInfo {
  /** In bytes. */
  size: number;
  modifiedAt: Date;
}

export interface ListedFile extends FileInfo {
  path: string;
}

export interface OpenFile extends FileInfo {
  /** The requested bytes. The caller must consume or destroy it. */
  content: Readable;
}

/** Positions of bytes, both inclusive and within the file. */
export interface ByteRange {
  start: number;
  end: number;
}

export abstract class FileStorage {
  /** A description for operators. */
  abstract readonly description: string;

  /** Replaces an existing file. Returns the size. Memory use does not depend on the size. */
  abstract write(path: string, content: Readable, contentType: string): Promise<number>;

  abstract open(path: string, range?: ByteRange): Promise<OpenFile | undefined>;

  abstract find(path: string): Promise<FileInfo | undefined>;

  /** Does nothing if the file does not exist. */
  abstract delete(path: string): Promise<void>;

  /** Lists all files, or all files of a kind (the first segment of paths). */
  abstract list(kind?: string): AsyncIterable<ListedFile>;

  /** Deletes the remains of interrupted writes that started before `date`. */
  abstract deleteInterrupted(date: Date): Promise<void>;

  abstract close(): void;
}

/** The limit of most file systems. */
const MAX_SEGMENT_BYTES = 255;
/** The limit of S3. */
const MAX_PATH_BYTES = 1024;
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u001f\u007f\\\ud800-\udfff]/u;

/** Returns the segments of a path. Throws if the path could lead out of the storage. */
export function segmentsOf(path: string): string[] {
  const segments = path.split('/');
  const isValid =
    segments.length > 1 &&
    Buffer.byteLength(path) <= MAX_PATH_BYTES &&
    !path.startsWith('.') &&
    segments.every(
      (segment) =>
        segment !== '' &&
        segment !== '.' &&
        segment !== '..' &&
        Buffer.byteLength(segment) <= MAX_SEGMENT_BYTES &&
        !FORBIDDEN.test(segment),
    );
  if (!isValid) throw new Error(`"${path}" is not the path of a stored file`);
  return segments;
}
