// The uploaded files of users: adding one whose content is in the storage, finding, listing and deleting them.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { RealmsService } from '#modules/realms/realms';
import { type OriginalFile, ThumbnailsService } from '#modules/uploads/thumbnails';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { StoredFiles } from '#platform/storage/stored-files.js';
import type { AttachmentEntity } from './attachment.entity.js';
import { attachmentEvent } from './attachments.events.js';
import { AttachmentsRepository, type ReferencedAttachment } from './attachments.repository.js';
import { attachmentView } from './attachments.view.js';
import { UploadUsageRepository } from './upload-usage.repository.js';

const MEBIBYTE = 1024 * 1024;
/** Five weeks. */
const UNCLAIMED_SECONDS = 35 * 24 * 3600;
const BATCH = 100;

export type UploadedFile = Pick<
  AttachmentEntity,
  'pathId' | 'fileName' | 'contentType' | 'size' | 'isTypeConfirmed'
>;

@Injectable()
export class AttachmentsService {
  constructor(
    private readonly attachmentsRepository: AttachmentsRepository,
    private readonly uploadUsageRepository: UploadUsageRepository,
    private readonly thumbnailsService: ThumbnailsService,
    private readonly storedFiles: StoredFiles,
    private readonly realmsService: RealmsService,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** In bytes. */
  get maxFileSize(): number {
    return this.config.uploads.maxFileMebibytes * MEBIBYTE;
  }

  /**
   * Throws if a file of this size is too large, or if it exceeds the quota of the organization together with
   * `reserved` bytes for other files.
   */
  async checkSize(realmId: number, size: number, reserved = 0): Promise<void> {
    if (size > this.maxFileSize) throw this.tooLarge();
    const quota = await this.quota(realmId);
    if (quota === null) return;
    const usedBytes = await this.uploadUsageRepository.find(realmId);
    if (usedBytes + reserved + size > quota) throw overQuota();
  }

  tooLarge(): ApiError {
    const { maxFileMebibytes: limit } = this.config.uploads;
    return ApiError.badRequest(`The file is larger than the limit of ${limit} MiB`);
  }

  /**
   * Adds a file of the actor, whose content was written with `StoredFiles`. `claim` is called first in the
   * transaction; if it returns false, nothing is added.
   */
  async add(
    { realmId, userId }: Actor,
    file: UploadedFile,
    claim = async (): Promise<boolean> => true,
  ): Promise<void> {
    if (file.size > this.maxFileSize) throw this.tooLarge();
    const quota = await this.quota(realmId);
    const path = storagePath(file.pathId);
    const image = await this.thumbnailsService.inspect(path, file.contentType, file.size);
    const now = this.clock.now();
    await this.database.transaction(async () => {
      if (!(await claim())) return;
      const usedBytes = await this.uploadUsageRepository.add(realmId, file.size, quota);
      if (usedBytes === undefined) throw overQuota();
      await this.storedFiles.adopt([path]);
      const id = await this.attachmentsRepository.insert({
        ...file,
        realmId,
        ownerId: userId,
        createdAt: now,
        unclaimedSince: now,
      });
      if (image) await this.thumbnailsService.add(id, image);
      const attachment = { ...file, id, ownerId: userId, createdAt: now, messageIds: [] };
      const body = {
        op: 'add',
        attachment: attachmentView(attachment),
        upload_space_used: usedBytes,
      } as const;
      this.eventLog.append(attachmentEvent(realmId, body, Audience.user(userId)));
    });
  }

  /** The files to which a message refers. */
  findOfMessage(messageId: number): Promise<AttachmentEntity[]> {
    return this.attachmentsRepository.findOfMessage(messageId);
  }

  /** Regardless of who may read it. */
  async find(realmId: number, pathId: string): Promise<AttachmentEntity | undefined> {
    return (await this.attachmentsRepository.findByPath(realmId, pathId)) ?? undefined;
  }

  /** In any organization, for jobs. */
  async findById(id: number): Promise<AttachmentEntity | undefined> {
    return (await this.attachmentsRepository.findById(id)) ?? undefined;
  }

  /** The files of the actor, with the sum of the sizes of all files of the organization. */
  async findOwn({
    realmId,
    userId,
  }: Actor): Promise<{ attachments: ReferencedAttachment[]; usedBytes: number }> {
    const attachments = await this.attachmentsRepository.findOwned(realmId, userId);
    return { attachments, usedBytes: await this.uploadUsageRepository.find(realmId) };
  }

  /** Messages keep their links to the file. */
  async delete({ realmId, userId }: Actor, id: number): Promise<void> {
    await this.database.transaction(async () => {
      const attachment = await this.attachmentsRepository.lockOwned(realmId, userId, id);
      if (!attachment) throw ApiError.badRequest('You have no file with this id');
      await this.remove(attachment);
    });
  }

  /** Deletes the files to which no message has referred for five weeks. */
  async deleteUnclaimed(signal: AbortSignal): Promise<void> {
    const before = this.clock.ago(UNCLAIMED_SECONDS);
    let count: number;
    do {
      signal.throwIfAborted();
      count = await this.database.transaction(async () => {
        const unclaimed = await this.attachmentsRepository.lockUnclaimed(before, BATCH);
        for (const attachment of unclaimed) await this.remove(attachment);
        return unclaimed.length;
      });
    } while (count === BATCH);
  }

  private async remove({ id, realmId, ownerId, pathId, size }: AttachmentEntity): Promise<void> {
    const messageIds = await this.attachmentsRepository.removeAllReferences(id);
    await this.thumbnailsService.remove(realmId, id, messageIds);
    await this.attachmentsRepository.delete(id);
    await this.storedFiles.release([storagePath(pathId)]);
    const usedBytes = await this.uploadUsageRepository.subtract(realmId, size);
    const body = { op: 'remove', attachment: { id }, upload_space_used: usedBytes } as const;
    this.eventLog.append(attachmentEvent(realmId, body, Audience.user(ownerId)));
  }

  /** In bytes; null for no limit. */
  private async quota(realmId: number): Promise<number | null> {
    const { upload_quota_mib: ofRealm } = await this.realmsService.settings(realmId);
    const quota = ofRealm ?? this.config.uploads.quotaMebibytes;
    return quota === null ? null : quota * MEBIBYTE;
  }
}

export function storagePath(pathId: string): string {
  return `uploads/${pathId}`;
}

/** The file as the source of thumbnails. */
export function originalFile({ id, realmId, pathId }: AttachmentEntity): OriginalFile {
  return { id, realmId, path: storagePath(pathId) };
}

function overQuota(): ApiError {
  return new ApiError(
    'REALM_UPLOAD_QUOTA',
    400,
    'The organization has no space left for this file; delete other files first',
  );
}
