// Loads a message that the actor can read. Throws the same error for a message that does not exist and
// one that the actor cannot read.
import { Injectable } from '@nestjs/common';
import {
  type AccessedStream,
  type Stream,
  StreamsAccess,
  StreamsService,
} from '#modules/streams/streams';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import {
  type MessageAddress,
  type MessageForUser,
  MessagesRepository,
} from './messages.repository.js';

export interface AccessedMessage {
  message: MessageForUser;
  /** Undefined for a direct message. */
  channel: AccessedStream | undefined;
}

/** A message, found without checking permissions. */
export interface LocatedMessage {
  message: MessageAddress;
  channel: { stream: Stream } | undefined;
}

@Injectable()
export class MessagesAccess {
  constructor(
    private readonly messagesRepository: MessagesRepository,
    private readonly streamsAccess: StreamsAccess,
    private readonly streamsService: StreamsService,
  ) {}

  /** For changes by the server, without checking permissions. */
  async find(realmId: number, id: number): Promise<LocatedMessage | undefined> {
    const message = await this.messagesRepository.findAddress(realmId, id);
    if (!message || message.streamId === null) return message && { message, channel: undefined };
    const stream = await this.streamsService.findById(realmId, message.streamId);
    return stream && { message, channel: { stream } };
  }

  /** Messages that the actor did not receive are readable with the history of their channel. */
  async requireReadable(actor: Actor, id: number): Promise<AccessedMessage> {
    const message = await this.messagesRepository.findForUser(actor.realmId, actor.userId, id);
    if (!message) throw invalidMessage();
    if (message.streamId === null) {
      if (message.flags === null) throw invalidMessage();
      return { message, channel: undefined };
    }
    const channel = await this.streamsAccess.findById(actor, message.streamId);
    if (!channel?.canSeeContent) throw invalidMessage();
    if (message.flags === null && !channel.canSeeHistory) throw invalidMessage();
    return { message, channel };
  }
}

export function invalidMessage(): ApiError {
  return ApiError.badRequest('Invalid message(s)');
}
