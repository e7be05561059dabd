// Makes thumbnails of uploaded images, and adds them to all messages that refer to the image.
import { Injectable } from '@nestjs/common';
import { RerenderMessage } from '#modules/messages/edit';
import { AttachmentsService, originalFile } from '#modules/uploads/attachments';
import { ThumbnailsService } from '#modules/uploads/thumbnails';
import { ImagePreviewsRepository } from './image-previews.repository.js';

/** After this number of ended image processes, the image has failed. */
const MAX_ATTEMPTS = 3;

@Injectable()
export class ImagePreviewsService {
  constructor(
    private readonly imagePreviewsRepository: ImagePreviewsRepository,
    private readonly rerenderMessage: RerenderMessage,
    private readonly attachmentsService: AttachmentsService,
    private readonly thumbnailsService: ThumbnailsService,
  ) {}

  /** Does nothing for a deleted file. Can be repeated at any time. */
  async process(attachmentId: number, attempt: number, stop: AbortSignal): Promise<void> {
    const attachment = await this.attachmentsService.findById(attachmentId);
    if (!attachment) return;
    const isLastAttempt = attempt >= MAX_ATTEMPTS;
    await this.thumbnailsService.make(originalFile(attachment), { isLastAttempt });
    let messageIds = await this.imagePreviewsRepository.findLoading(attachmentId, 0);
    while (messageIds.length > 0) {
      for (const messageId of messageIds) {
        stop.throwIfAborted();
        await this.show(attachment.realmId, messageId);
      }
      const lastId = messageIds.at(-1)!;
      messageIds = await this.imagePreviewsRepository.findLoading(attachmentId, lastId);
    }
    await this.thumbnailsService.finish(attachmentId);
  }

  /** Adds existing thumbnails to a message. Does nothing for a deleted message. */
  async show(realmId: number, messageId: number): Promise<void> {
    const source = await this.rerenderMessage.source(realmId, messageId);
    if (source) await this.rerenderMessage.rerender(source);
  }
}
