// The store of `@tus/server` for one request. The last byte counts as stored only in the response with the URL of the
// file. A client that did not receive this response, for example because the process was killed, sends the last byte
// again and gets the response.
import { DataStore, type Locker, Metadata, Upload } from '@tus/server';
import { Readable } from 'node:stream';
import type { Actor } from '#platform/http/actor.js';
import type { PartialFiles } from '#platform/storage/partial-files.js';
import type { ResumableUpload } from './resumable-uploads.repository.js';
import {
  EXPIRY_SECONDS,
  noSuchUpload,
  partialFileOf,
  type ResumableUploadsService,
} from './resumable-uploads.service.js';
import type { UploadLease, UploadLeases } from './upload-leases.js';

export const EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration'];

export class UploadStore extends DataStore implements Locker {
  override extensions = EXTENSIONS;
  /** Whether all bytes are stored. */
  isComplete = false;
  private lease: UploadLease | undefined;
  /** Undefined if the upload is finished. */
  private upload: ResumableUpload | undefined;
  private storedBytes = 0;

  constructor(
    private readonly actor: Actor,
    private readonly resumableUploadsService: ResumableUploadsService,
    private readonly partialFiles: PartialFiles,
    private readonly uploadLeases: UploadLeases,
  ) {
    super();
  }

  newLock(id: string): UploadLease {
    this.lease = this.uploadLeases.of(id);
    return this.lease;
  }

  override async create(upload: Upload): Promise<Upload> {
    this.upload = await this.resumableUploadsService.find(this.actor, upload.id);
    if (!this.upload) throw noSuchUpload();
    await this.partialFiles.create(partialFileOf(this.upload));
    if (this.upload.size === 0) await this.write(Readable.from([]), upload.id, 0);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    this.upload = await this.resumableUploadsService.find(this.actor, id);
    if (!this.upload) return this.finishedUpload(id);
    const { size, metadata, createdAt } = this.upload;
    this.storedBytes = await this.partialFiles.offset(partialFileOf(this.upload));
    return new Upload({
      id,
      size,
      offset: this.offset(size),
      ...(metadata !== '' && { metadata: Metadata.parse(metadata) }),
      creation_date: createdAt.toISOString(),
    });
  }

  override async write(content: Readable, _id: string, offset: number): Promise<number> {
    if (!this.upload || this.isComplete) return this.repeat(content, offset);
    const file = partialFileOf(this.upload);
    const isStored = this.storedBytes === file.size && file.size > 0;
    const end = isStored
      ? await this.repeat(content, offset)
      : await this.partialFiles.append(file, this.whileLeased(content), offset);
    if (end < file.size) return end;
    await this.partialFiles.complete(file);
    this.isComplete = true;
    return end;
  }

  override async remove(id: string): Promise<void> {
    await this.resumableUploadsService.terminate(this.actor, id);
  }

  override getExpiration(): number {
    return EXPIRY_SECONDS * 1000;
  }

  private async finishedUpload(id: string): Promise<Upload> {
    const file = await this.resumableUploadsService.findFinished(this.actor, id);
    if (!file) throw noSuchUpload();
    const { size, fileName: filename, contentType: filetype } = file;
    this.storedBytes = size;
    return new Upload({ id, size, offset: this.offset(size), metadata: { filename, filetype } });
  }

  /** The offset at which clients continue. */
  private offset(size: number): number {
    return Math.max(0, Math.min(this.storedBytes, size - 1));
  }

  /** Skips bytes that are already stored. */
  private async repeat(content: Readable, offset: number): Promise<number> {
    let end = offset;
    for await (const chunk of content as AsyncIterable<Buffer>) end += chunk.length;
    this.isComplete = end === this.storedBytes;
    return end;
  }

  private whileLeased(content: Readable): Readable {
    const { lease } = this;
    async function* checked(): AsyncGenerator<Buffer> {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        lease?.check();
        yield chunk;
      }
      lease?.check();
    }
    return Readable.from(checked(), { objectMode: false });
  }
}
