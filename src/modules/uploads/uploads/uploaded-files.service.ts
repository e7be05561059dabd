// Reads uploaded files: with an account or, if the organization allows it, without one; and by temporary URLs,
// which need no credentials and are valid for a minute.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import {
  type AttachmentEntity,
  AttachmentsAccess,
  AttachmentsService,
  originalFile,
} from '#modules/uploads/attachments';
import { type ThumbnailEntity, ThumbnailsService } from '#modules/uploads/thumbnails';
import { Clock } from '#platform/clock.js';
import { SecretBox, UnopenableBoxError } from '#platform/crypto.js';
import { type Actor, isSpectator, type Reader } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';

const TEMPORARY_SECONDS = 60;
/** Distinguishes these tokens from other data that is encrypted with the same key. */
const PURPOSE = 'temporary upload';

@Injectable()
export class UploadedFilesService {
  constructor(
    private readonly attachmentsAccess: AttachmentsAccess,
    private readonly attachmentsService: AttachmentsService,
    private readonly thumbnailsService: ThumbnailsService,
    private readonly realmsService: RealmsService,
    private readonly rateLimiter: RateLimiter,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Throws 404 for a missing file and 403 for one that the reader may not read. */
  async require(reader: Reader, pathId: string): Promise<AttachmentEntity> {
    if (isSpectator(reader)) await this.realmsService.checkSpectators(reader.realmId);
    const attachment = await this.attachmentsService.find(reader.realmId, pathId);
    if (!attachment) throw ApiError.resourceNotFound('There is no such file');
    if (isSpectator(reader)) await this.checkWebPublic(attachment);
    else if (!(await this.attachmentsAccess.canRead(reader, attachment))) throw forbidden();
    return attachment;
  }

  /** Same as `require`, for the thumbnail that is most similar to the requested one. */
  async requireThumbnail(reader: Reader, pathId: string, name: string): Promise<ThumbnailEntity> {
    const attachment = await this.require(reader, pathId);
    const thumbnail = await this.thumbnailsService.find(originalFile(attachment), name);
    if (!thumbnail) throw ApiError.resourceNotFound('The file has no thumbnail');
    return thumbnail;
  }

  async hasThumbnail(actor: Actor, pathId: string): Promise<boolean> {
    const { id } = await this.require(actor, pathId);
    return this.thumbnailsService.hasThumbnail(id);
  }

  /** Returns a URL at which anyone can read the file for a minute. */
  async temporaryUrl(actor: Actor, pathId: string): Promise<string> {
    const attachment = await this.require(actor, pathId);
    const expiresAt = this.clock.seconds() + TEMPORARY_SECONDS;
    const token = this.secretBox.seal(JSON.stringify([PURPOSE, expiresAt, attachment.pathId]));
    const name = encodeURIComponent(nameOf(attachment.pathId));
    return `/user_uploads/temporary/${token.toString('hex')}/${name}`;
  }

  /** Throws 400 for a token that has expired or belongs to another file or organization. */
  async requireTemporary(realmId: number, token: string, name: string): Promise<AttachmentEntity> {
    const { expiresAt, pathId } = this.opened(token);
    if (expiresAt < this.clock.seconds() || nameOf(pathId) !== name) throw invalidToken();
    const attachment = await this.attachmentsService.find(realmId, pathId);
    if (!attachment) throw invalidToken();
    return attachment;
  }

  private async checkWebPublic(attachment: AttachmentEntity): Promise<void> {
    if (!(await this.attachmentsAccess.isWebPublic(attachment))) throw forbidden();
    await this.rateLimiter.consume('spectatorFile', String(attachment.id));
  }

  private opened(token: string): { expiresAt: number; pathId: string } {
    if (!/^(?:[0-9a-f]{2})+$/.test(token)) throw invalidToken();
    try {
      const parts: unknown = JSON.parse(this.secretBox.open(Buffer.from(token, 'hex')));
      const [purpose, expiresAt, pathId] = parts as [string, number, string];
      if (purpose === PURPOSE) return { expiresAt, pathId };
    } catch (error) {
      if (!(error instanceof UnopenableBoxError) && !(error instanceof SyntaxError)) throw error;
    }
    throw invalidToken();
  }
}

function nameOf(pathId: string): string {
  return pathId.slice(pathId.lastIndexOf('/') + 1);
}

function forbidden(): ApiError {
  return new ApiError('BAD_REQUEST', 403, 'You may not read this file');
}

function invalidToken(): ApiError {
  return ApiError.badRequest('The URL is not valid or has expired');
}
