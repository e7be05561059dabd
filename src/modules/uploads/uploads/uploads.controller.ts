import { Controller, Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import { AttachmentsService, attachmentView } from '#modules/uploads/attachments';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { OwnBody } from '#platform/http/body.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { receiveFile } from '#platform/http/file-upload.js';
import { PathId, PathText } from '#platform/http/parameters/input.js';
import { ReadyJson } from '#platform/http/ready-json.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { UploadReceiver } from './upload-receiver.service.js';
import { UploadedFilesService } from './uploaded-files.service.js';

@Controller()
export class UploadsController {
  constructor(
    private readonly uploadReceiver: UploadReceiver,
    private readonly attachmentsService: AttachmentsService,
    private readonly uploadedFilesService: UploadedFilesService,
  ) {}

  @Post('user_uploads')
  @OwnBody()
  async upload(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<ResponseOf<'upload-file'>> {
    const file = await receiveFile(request, this.uploadReceiver.of(actor));
    await this.uploadReceiver.add(actor, file);
    const url = `/user_uploads/${file.pathId}`;
    return { url, uri: url, filename: file.fileName };
  }

  @Get('user_uploads/:realm_id_str/*filename')
  async createTemporaryUrl(
    @CurrentActor() actor: Actor,
    @PathId('realm_id_str') realmId: number,
    @PathText('filename') name: string,
  ): Promise<ResponseOf<'get-file-temporary-url'>> {
    return { url: await this.uploadedFilesService.temporaryUrl(actor, `${realmId}/${name}`) };
  }

  @Get('thumbnail/status/:realm_id_str/*filename')
  async readThumbnailStatus(
    @CurrentActor() actor: Actor,
    @PathId('realm_id_str') realmId: number,
    @PathText('filename') name: string,
  ): Promise<ResponseOf<'check-thumbnail-status'>> {
    const pathId = `${realmId}/${name}`;
    return { has_thumbnail: await this.uploadedFilesService.hasThumbnail(actor, pathId) };
  }

  @Get('attachments')
  async findAttachments(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-attachments'>> {
    const { attachments, usedBytes } = await this.attachmentsService.findOwn(actor);
    return {
      attachments: ReadyJson.values(attachments, attachmentView),
      upload_space_used: usedBytes,
    };
  }

  @Delete('attachments/:attachment_id')
  async deleteAttachment(
    @CurrentActor() actor: Actor,
    @PathId('attachment_id') id: number,
  ): Promise<ResponseOf<'remove-attachment'>> {
    await this.attachmentsService.delete(actor, id);
  }
}
