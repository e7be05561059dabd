// Writes the file of a request to the storage while it arrives, and makes it a file of its user.
import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import {
  AttachmentsService,
  contentTypeOf,
  fileNameOf,
  isTypeConfirmed,
  newPathId,
  SAMPLE_BYTES,
  storagePath,
  type UploadedFile,
} from '#modules/uploads/attachments';
import type { Actor } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import type { FileReceiver, IncomingFile } from '#platform/http/file-upload.js';
import { StoredFiles } from '#platform/storage/stored-files.js';

@Injectable()
export class UploadReceiver {
  constructor(
    private readonly attachmentsService: AttachmentsService,
    private readonly storedFiles: StoredFiles,
  ) {}

  of({ realmId }: Actor): FileReceiver<UploadedFile> {
    return {
      checkSize: (bytes) => this.attachmentsService.checkSize(realmId, bytes),
      receive: (incoming) => this.store(realmId, incoming),
    };
  }

  /** Deletes what was stored if the file is refused. */
  async add(actor: Actor, file: UploadedFile): Promise<void> {
    try {
      await this.attachmentsService.add(actor, file);
    } catch (error) {
      // After other errors, the request may be handled again with the same file.
      if (error instanceof ApiError) await this.storedFiles.discard([storagePath(file.pathId)]);
      throw error;
    }
  }

  private async store(realmId: number, incoming: IncomingFile): Promise<UploadedFile> {
    const fileName = fileNameOf(incoming.name);
    const contentType = contentTypeOf(fileName, incoming.contentType);
    const pathId = newPathId(realmId, fileName);
    const sample: Buffer[] = [];
    const content = Readable.from(this.inspected(incoming.content, sample), { objectMode: false });
    const size = await this.storedFiles.write(storagePath(pathId), content, contentType);
    return {
      pathId,
      fileName,
      contentType,
      size,
      isTypeConfirmed: await isTypeConfirmed(contentType, Buffer.concat(sample)),
    };
  }

  /** Copies the first bytes of the content to `sample`, and fails at the size limit. */
  private async *inspected(content: Readable, sample: Buffer[]): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (size < SAMPLE_BYTES) sample.push(chunk.subarray(0, SAMPLE_BYTES - size));
      size += chunk.length;
      if (size > this.attachmentsService.maxFileSize) throw this.attachmentsService.tooLarge();
      yield chunk;
    }
  }
}
