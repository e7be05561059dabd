// The rows of uploads in several requests, until the uploads become attachments, are terminated or expire.
// PartialFiles stores the content.
import { Injectable } from '@nestjs/common';
import { Metadata } from '@tus/server';
import { PinoLogger } from 'nestjs-pino';
import { buffer } from 'node:stream/consumers';
import {
  type AttachmentEntity,
  AttachmentsService,
  contentTypeOf,
  fileNameOf,
  isTypeConfirmed,
  SAMPLE_BYTES,
  storagePath,
  type UploadedFile,
} from '#modules/uploads/attachments';
import { Clock } from '#platform/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { FileStorage } from '#platform/storage/file-storage.js';
import { type PartialFile, PartialFiles } from '#platform/storage/partial-files.js';
import { StoredFiles } from '#platform/storage/stored-files.js';
import {
  type ResumableUpload,
  ResumableUploadsRepository,
} from './resumable-uploads.repository.js';

export const EXPIRY_SECONDS = 24 * 3600;
/** Longer than the expiry, because a request that started before it may still finish the upload. */
const RESERVED_SECONDS = EXPIRY_SECONDS + 3600;
const BATCH = 100;

@Injectable()
export class ResumableUploadsService {
  constructor(
    private readonly resumableUploadsRepository: ResumableUploadsRepository,
    private readonly attachmentsService: AttachmentsService,
    private readonly storedFiles: StoredFiles,
    private readonly fileStorage: FileStorage,
    private readonly partialFiles: PartialFiles,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {}

  /** `metadata` is the header Upload-Metadata. */
  async begin(
    { realmId, userId }: Actor,
    { pathId, size, metadata }: Pick<ResumableUpload, 'pathId' | 'size' | 'metadata'>,
  ): Promise<void> {
    const reserved = await this.resumableUploadsRepository.sumOfSizes(realmId);
    await asTooLarge(() => this.attachmentsService.checkSize(realmId, size, reserved));
    const paths = this.partialFiles.pathsOf(storagePath(pathId));
    await this.storedFiles.reserve(paths, RESERVED_SECONDS);
    const createdAt = this.clock.now();
    const upload = { pathId, realmId, ownerId: userId, size, metadata, createdAt };
    await this.resumableUploadsRepository.insert(upload);
  }

  /** Returns undefined if the upload does not exist or is finished. Throws 410 if it has expired. */
  async find(actor: Actor, pathId: string): Promise<ResumableUpload | undefined> {
    const upload = await this.resumableUploadsRepository.findOwned(actor, pathId);
    if (!upload) return undefined;
    if (upload.createdAt < this.clock.ago(EXPIRY_SECONDS)) {
      throw new ApiError('BAD_REQUEST', 410, 'The upload has expired');
    }
    return upload;
  }

  /** The attachment that an upload of the actor has become. */
  async findFinished(
    { realmId, userId }: Actor,
    pathId: string,
  ): Promise<AttachmentEntity | undefined> {
    const attachment = await this.attachmentsService.find(realmId, pathId);
    return attachment?.ownerId === userId ? attachment : undefined;
  }

  /** Throws 404 if the actor has no such upload, finished or not. */
  async require(actor: Actor, pathId: string): Promise<void> {
    if (await this.find(actor, pathId)) return;
    if (!(await this.findFinished(actor, pathId))) throw noSuchUpload();
  }

  /** Turns a complete upload into an attachment. Has no effect if it already is one. */
  async finish(actor: Actor, pathId: string): Promise<AttachmentEntity> {
    const upload = await this.find(actor, pathId);
    if (upload) await this.add(actor, upload);
    const attachment = await this.findFinished(actor, pathId);
    if (!attachment) throw noSuchUpload();
    return attachment;
  }

  async terminate(actor: Actor, pathId: string): Promise<void> {
    const upload = await this.find(actor, pathId);
    if (upload) await this.remove(upload);
    else if (!(await this.findFinished(actor, pathId))) throw noSuchUpload();
    else throw ApiError.badRequest('The upload is finished; delete the file instead');
  }

  async removeExpired(signal: AbortSignal): Promise<void> {
    const date = this.clock.ago(EXPIRY_SECONDS);
    let expired: ResumableUpload[];
    do {
      expired = await this.resumableUploadsRepository.findBefore(date, BATCH);
      for (const upload of expired) {
        signal.throwIfAborted();
        await this.remove(upload);
      }
    } while (expired.length === BATCH);
  }

  private async add(actor: Actor, upload: ResumableUpload): Promise<void> {
    const [, ...others] = this.partialFiles.pathsOf(storagePath(upload.pathId));
    try {
      const file = await this.uploadedFile(upload);
      await asTooLarge(() =>
        this.attachmentsService.add(actor, file, async () => {
          // Otherwise, another request has finished it.
          if (!(await this.resumableUploadsRepository.delete(upload))) return false;
          await this.storedFiles.release(others);
          return true;
        }),
      );
    } catch (error) {
      if (error instanceof ApiError) await this.remove(upload);
      throw error;
    }
  }

  private async uploadedFile(upload: ResumableUpload): Promise<UploadedFile> {
    const { pathId, size } = upload;
    const path = storagePath(pathId);
    const stored = await this.fileStorage.find(path);
    // In S3, a frozen process may have replaced a part in the meantime.
    if (stored?.size !== size) {
      throw new ApiError('BAD_REQUEST', 409, 'The upload is damaged; start a new one');
    }
    const { fileName, contentType } = namesOf(upload);
    const range = { start: 0, end: Math.min(SAMPLE_BYTES, size) - 1 };
    const sample = size === 0 ? undefined : await this.fileStorage.open(path, range);
    const bytes = sample ? await buffer(sample.content) : Buffer.alloc(0);
    const isConfirmed = await isTypeConfirmed(contentType, bytes);
    return { pathId, fileName, contentType, size, isTypeConfirmed: isConfirmed };
  }

  /** The files have rows until they are deleted, even if the process ends. */
  private async remove(upload: ResumableUpload): Promise<void> {
    if (!(await this.resumableUploadsRepository.delete(upload))) return;
    const file = partialFileOf(upload);
    try {
      await this.partialFiles.abort(file);
    } catch (error) {
      this.logger.warn({ err: error, path: file.path }, 'An unfinished upload is deleted later');
    }
    await this.storedFiles.discard(this.partialFiles.pathsOf(file.path));
  }
}

export function partialFileOf(upload: ResumableUpload): PartialFile {
  const { contentType } = namesOf(upload);
  return { path: storagePath(upload.pathId), size: upload.size, contentType };
}

/** Returns the file name and type in the metadata. */
function namesOf({ metadata }: Pick<ResumableUpload, 'metadata'>): {
  fileName: string;
  contentType: string;
} {
  const { filename, filetype } = metadata === '' ? {} : Metadata.parse(metadata);
  const fileName = fileNameOf(filename ?? '');
  return { fileName, contentType: contentTypeOf(fileName, filetype ?? undefined) };
}

export function noSuchUpload(): ApiError {
  return ApiError.resourceNotFound('There is no such upload');
}

/** Clients of tus expect 413 for files that exceed a size limit. */
async function asTooLarge<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    throw new ApiError(error.code, 413, error.message);
  }
}
