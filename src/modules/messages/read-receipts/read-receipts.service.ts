// The users who have read a message, as far as the organization and the users share that.
import { Injectable } from '@nestjs/common';
import { MessagesAccess } from '#modules/messages/messages';
import { RealmsService } from '#modules/realms/realms';
import { UserVisibility } from '#modules/users/visibility';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { ReadReceiptsRepository } from './read-receipts.repository.js';

@Injectable()
export class ReadReceiptsService {
  constructor(
    private readonly readReceiptsRepository: ReadReceiptsRepository,
    private readonly messagesAccess: MessagesAccess,
    private readonly realmsService: RealmsService,
    private readonly userVisibility: UserVisibility,
  ) {}

  async readers(actor: Actor, messageId: number): Promise<number[]> {
    const { message } = await this.messagesAccess.requireReadable(actor, messageId);
    if (!(await this.realmsService.settings(actor.realmId)).enable_read_receipts) {
      throw ApiError.badRequest('Read receipts are disabled in this organization');
    }
    const readers = await this.readReceiptsRepository.readers(
      actor.userId,
      messageId,
      message.senderId,
    );
    const known = await this.userVisibility.accessibleIds(actor);
    return readers.filter((id) => known?.has(id) !== false);
  }
}
