// Uploaded images and their thumbnails. An image is pending until its job has made the thumbnails. The job is done
// when all messages with the image show them. An image has failed if the file cannot be decoded.
import { Injectable } from '@nestjs/common';
import { Clock, fromSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import { BadImageError, MAX_FILE_BYTES } from '#platform/images/image.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { KeyedLimit } from '#platform/keyed-limit.js';
import { StoredFiles } from '#platform/storage/stored-files.js';
import type { ImageEntity } from './image.entity.js';
import { ImagesRepository, type UploadedImage } from './images.repository.js';
import { IMAGE_TYPES, mostLike } from './thumbnail-formats.js';
import {
  type MadeThumbnails,
  type OriginalFile,
  ThumbnailMaker,
} from './thumbnail-maker.service.js';
import type { ThumbnailEntity } from './thumbnail.entity.js';
import { imageRemovedEvent } from './thumbnails.events.js';
import { makeThumbnails } from './thumbnails.jobs.js';

/** While a request waits for it. */
const HASTY = { timeoutMs: 10_000, maxWaitMs: 5_000 };
/** Jobs may wait until the jobs before them have finished. */
const THOROUGH = { timeoutMs: 120_000, maxWaitMs: 600_000 };
const RETRY_SECONDS = 120;
const BATCH = 500;

export type { OriginalFile };

/** The dimensions are null if they could not be read in time. */
export type NewImage = Pick<ImageEntity, 'width' | 'height'>;

@Injectable()
export class ThumbnailsService {
  private readonly making = new KeyedLimit<number>(1);

  constructor(
    private readonly imagesRepository: ImagesRepository,
    private readonly thumbnailMaker: ThumbnailMaker,
    private readonly storedFiles: StoredFiles,
    private readonly jobQueue: JobQueue,
    private readonly eventLog: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Reads the dimensions of a new file. Returns undefined if it is not an image within the limits. */
  async inspect(path: string, contentType: string, size: number): Promise<NewImage | undefined> {
    if (!IMAGE_TYPES.has(contentType) || size > MAX_FILE_BYTES) return undefined;
    try {
      const { width, height } = await this.thumbnailMaker.inspect(path, HASTY);
      return { width, height };
    } catch (error) {
      if (error instanceof BadImageError && error.failure === 'refused') return undefined;
      if (error instanceof ApiError) return { width: null, height: null };
      throw error;
    }
  }

  /** Called in the transaction that adds the file. */
  async add(attachmentId: number, image: NewImage): Promise<void> {
    await this.imagesRepository.insert({
      ...image,
      attachmentId,
      state: 'pending',
      isAnimated: false,
      transcodedName: null,
      retryAt: this.retryAt(),
    });
    this.jobQueue.enqueue(makeThumbnails, { attachmentId }, { jobId: attachmentId });
  }

  /** Called before the file is deleted, in the same transaction. */
  async remove(realmId: number, attachmentId: number, messageIds: number[]): Promise<void> {
    const isUnfinished = await this.imagesRepository.delete(attachmentId);
    const paths = await this.imagesRepository.deleteThumbnails(attachmentId);
    await this.storedFiles.release(paths);
    if (!isUnfinished || messageIds.length === 0) return;
    this.eventLog.append(imageRemovedEvent(realmId, { messageIds }, Audience.internal()));
  }

  /** Returns the images among the files, by file id. */
  async findImages(attachmentIds: number[]): Promise<Map<number, UploadedImage>> {
    if (attachmentIds.length === 0) return new Map();
    const images = await this.imagesRepository.findAll(attachmentIds);
    return new Map(images.map((image) => [image.attachmentId, image]));
  }

  async hasThumbnail(attachmentId: number): Promise<boolean> {
    const image = await this.imagesRepository.find(attachmentId);
    return image?.state === 'ready';
  }

  /** Returns the thumbnail with this name, or the most similar one. Makes thumbnails that are pending. */
  async find(original: OriginalFile, name: string): Promise<ThumbnailEntity | undefined> {
    let thumbnails = await this.imagesRepository.findThumbnails(original.id);
    if (thumbnails.length === 0 && (await this.makeNow(original))) {
      thumbnails = await this.imagesRepository.findThumbnails(original.id);
    }
    return mostLike(thumbnails, name);
  }

  /** For the job of the image. Does nothing if the image is not pending. */
  async make(original: OriginalFile, { isLastAttempt }: { isLastAttempt: boolean }): Promise<void> {
    try {
      await this.makePending(original, THOROUGH);
    } catch (error) {
      if (!(error instanceof BadImageError)) throw error;
      if (error.failure === 'interrupted' && !isLastAttempt) throw error;
      await this.store(original.id, undefined);
    }
  }

  /** Called when all messages show the image in its final state. */
  async finish(attachmentId: number): Promise<void> {
    await this.imagesRepository.update(attachmentId, { retryAt: null });
  }

  /** Enqueues jobs again that were not finished in time. */
  async sweep(): Promise<void> {
    const ids = await this.imagesRepository.claimUnfinished(
      this.clock.now(),
      this.retryAt(),
      BATCH,
    );
    for (const attachmentId of ids) {
      await this.jobQueue.revive(makeThumbnails, { attachmentId }, attachmentId);
    }
  }

  /** Returns whether thumbnails may exist now. The job handles failures. */
  private async makeNow(original: OriginalFile): Promise<boolean> {
    const image = await this.imagesRepository.find(original.id);
    if (image?.state !== 'pending') return false;
    try {
      await this.makePending(original, HASTY);
      return true;
    } catch (error) {
      if (error instanceof BadImageError) return false;
      throw error;
    }
  }

  private makePending(original: OriginalFile, limits: typeof THOROUGH): Promise<void> {
    return this.making.run(original.id, async () => {
      const image = await this.imagesRepository.find(original.id);
      if (image?.state !== 'pending') return;
      await this.store(original.id, await this.thumbnailMaker.make(original, limits));
    });
  }

  /** Undefined for a failed image. Discards the files if another process was faster. */
  private async store(attachmentId: number, made: MadeThumbnails | undefined): Promise<void> {
    const paths = made?.thumbnails.map(({ path }) => path) ?? [];
    await this.database.transaction(async () => {
      if (!(await this.imagesRepository.lockPending(attachmentId))) {
        await this.storedFiles.release(paths);
        return;
      }
      if (!made) {
        await this.imagesRepository.update(attachmentId, { state: 'failed' });
        return;
      }
      const { info, thumbnails, isAnimated, transcodedName } = made;
      await this.storedFiles.adopt(paths);
      await this.imagesRepository.addThumbnails(thumbnails);
      await this.imagesRepository.update(attachmentId, {
        state: 'ready',
        width: info.width,
        height: info.height,
        isAnimated,
        transcodedName,
      });
    });
  }

  private retryAt(): Date {
    return fromSeconds(this.clock.seconds() + RETRY_SECONDS);
  }
}
