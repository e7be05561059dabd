// Loads a single message that somebody may read, or throws. A message that they may not read is
// answered like one that does not exist.
import { Injectable } from '@nestjs/common';
import { type AccessedStream, StreamsAccess } from '#modules/streams/streams';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { MessageAccessRepository, type MessageForViewer } from './message-access.repository.js';

export interface AccessedMessage {
  message: MessageForViewer;
  /** Undefined for a direct message. */
  channel: AccessedStream | undefined;
}

@Injectable()
export class MessagesAccess {
  constructor(
    private readonly messageAccessRepository: MessageAccessRepository,
    private readonly streamsAccess: StreamsAccess,
  ) {}

  /** Of channels without the copy: only where the actor may read the history. */
  async byId(actor: Actor, id: number): Promise<AccessedMessage> {
    const message = await this.messageAccessRepository.find(actor.realmId, actor.userId, id);
    if (!message) throw invalidMessage();
    if (message.stream_id === null) {
      if (message.flags === null) throw invalidMessage();
      return { message, channel: undefined };
    }
    const channel = await this.streamsAccess.findById(actor, message.stream_id);
    if (!channel?.canSeeContent) throw invalidMessage();
    if (message.flags === null && !channel.canSeeHistory) throw invalidMessage();
    return { message, channel };
  }
}

export function invalidMessage(): ApiError {
  return ApiError.badRequest('Invalid message(s)');
}
