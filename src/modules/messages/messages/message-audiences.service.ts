// The audience of events about a single message: users who have it loaded. Users who could read it
// without being subscribed to the channel are not among them.
import { Injectable } from '@nestjs/common';
import { Audience } from '#platform/event-log/audience.js';
import type { Actor } from '#platform/http/actor.js';
import type { AccessedMessage } from './messages.access.js';
import { MessagesRepository } from './messages.repository.js';

@Injectable()
export class MessageAudiences {
  constructor(private readonly messagesRepository: MessagesRepository) {}

  /** Always includes the actor. */
  async of(actor: Actor, { message, channel }: AccessedMessage): Promise<Audience> {
    if (!channel) return Audience.users(message.userIds ?? []);
    const { stream } = channel;
    if (!stream.inviteOnly) {
      const readers = await this.messagesRepository.subscribersAndReceivers(stream.id, message.id);
      return Audience.publicStream(including(readers, actor));
    }
    const readers = stream.historyPublicToSubscribers
      ? await this.messagesRepository.subscribers(stream.id)
      : await this.messagesRepository.subscribedReceivers(stream.id, message.id);
    return Audience.users(including(readers, actor));
  }
}

function including(userIds: number[], { userId }: Actor): number[] {
  return [...new Set([...userIds, userId])];
}
