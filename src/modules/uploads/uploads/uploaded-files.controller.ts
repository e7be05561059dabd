// The content of uploaded files, at the URLs in messages, which browsers open with a session.
import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import contentDisposition from 'content-disposition';
import type { Request, Response } from 'express';
import { type AttachmentEntity, mayBeInline, storagePath } from '#modules/uploads/attachments';
import {
  AllowQueryKey,
  AllowSpectators,
  Public,
  Unlimited,
} from '#platform/http/access.decorators.js';
import {
  CurrentReader,
  CurrentRealm,
  type Reader,
  type RealmIdentity,
} from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { sendFile } from '#platform/http/file-response.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { FileStorage } from '#platform/storage/file-storage.js';
import { FileErrorsFilter } from './file-errors.filter.js';
import { FileKeyDto, ReadFileDto } from './uploaded-files.dto.js';
import { UploadedFilesService } from './uploaded-files.service.js';

/** Scripts are forbidden, because files have the same origin as the organization. */
const POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, immutable',
};

@Controller()
export class UploadedFilesController {
  constructor(
    private readonly uploadedFilesService: UploadedFilesService,
    private readonly fileStorage: FileStorage,
  ) {}

  @Get('user_uploads/:realm_id/:directory/:secret/:name')
  @AllowSpectators()
  @AllowQueryKey()
  @Unlimited()
  @UseFilters(FileErrorsFilter)
  async read(
    @CurrentReader() reader: Reader,
    @Req() request: Request,
    @Input() { download }: ReadFileDto,
    @Res() response: Response,
  ): Promise<void> {
    const attachment = await this.uploadedFilesService.require(reader, pathIdOf(request));
    await this.send(response, attachment, { asAttachment: download !== undefined });
  }

  @Get('user_uploads/download/:realm_id/:directory/:secret/:name')
  @AllowSpectators()
  @AllowQueryKey()
  @Unlimited()
  @UseFilters(FileErrorsFilter)
  async download(
    @CurrentReader() reader: Reader,
    @Req() request: Request,
    @Input() _input: FileKeyDto,
    @Res() response: Response,
  ): Promise<void> {
    const attachment = await this.uploadedFilesService.require(reader, pathIdOf(request));
    await this.send(response, attachment, { asAttachment: true });
  }

  @Get('user_uploads/thumbnail/:realm_id/:directory/:secret/:name/:format')
  @AllowSpectators()
  @AllowQueryKey()
  @Unlimited()
  @UseFilters(FileErrorsFilter)
  async readThumbnail(
    @CurrentReader() reader: Reader,
    @Req() request: Request,
    @PathText('format') format: string,
    @Input() _input: FileKeyDto,
    @Res() response: Response,
  ): Promise<void> {
    const { attachmentId, name, path, size } = await this.uploadedFilesService.requireThumbnail(
      reader,
      pathIdOf(request),
      format,
    );
    await sendFile(response, {
      headers: { ...HEADERS, 'Content-Type': 'image/webp', 'Content-Disposition': 'inline' },
      size,
      etag: `"${attachmentId}-${name}"`,
      open: async (range) => (await this.fileStorage.open(path, range))?.content,
    });
  }

  @Get('user_uploads/temporary/:token/:name')
  @Public()
  @Unlimited()
  async readTemporary(
    @CurrentRealm() realm: RealmIdentity,
    @PathText('token') token: string,
    @PathText('name') name: string,
    @Res() response: Response,
  ): Promise<void> {
    const attachment = await this.uploadedFilesService.requireTemporary(realm.id, token, name);
    // Applications show the file in pages of another origin.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    await this.send(response, attachment, { asAttachment: false });
  }

  private async send(
    response: Response,
    { id, pathId, fileName, contentType, isTypeConfirmed, size }: AttachmentEntity,
    { asAttachment }: { asAttachment: boolean },
  ): Promise<void> {
    const isInline = !asAttachment && mayBeInline(contentType, isTypeConfirmed);
    await sendFile(response, {
      headers: {
        ...HEADERS,
        'Content-Type': contentType,
        'Content-Disposition': contentDisposition(fileName, {
          type: isInline ? 'inline' : 'attachment',
        }),
      },
      size,
      etag: `"${id}"`,
      open: async (range) => (await this.fileStorage.open(storagePath(pathId), range))?.content,
    });
  }
}

/** Throws for a path with a NUL, which the database does not accept. */
function pathIdOf({ params }: Request): string {
  const { realm_id: realmId, directory, secret, name } = params as Record<string, string>;
  const pathId = `${realmId}/${directory}/${secret}/${name}`;
  if (pathId.includes('\0')) throw ApiError.resourceNotFound('There is no such file');
  return pathId;
}
