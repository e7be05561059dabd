// The audience of events about a single message: users who have it loaded. Users who could read it
// without being subscribed to the channel are not among them.
import { Injectable } from '@nestjs/common';
import { Audience } from '#platform/event-log/audience.js';
import type { Actor } from '#platform/http/actor.js';
import { MessageAccessRepository } from './message-access.repository.js';
import type { AccessedMessage } from './messages.access.js';

@Injectable()
export class MessageAudiences {
  constructor(private readonly messageAccessRepository: MessageAccessRepository) {}

  /** Always includes the actor. */
  async of(actor: Actor, { message, channel }: AccessedMessage): Promise<Audience> {
    if (!channel) return Audience.users(message.user_ids ?? []);
    const { stream } = channel;
    if (!stream.invite_only) {
      const readers = await this.messageAccessRepository.subscribersAndReceivers(
        stream.id,
        message.id,
      );
      return Audience.publicStream(including(readers, actor));
    }
    const readers = stream.history_public_to_subscribers
      ? await this.messageAccessRepository.subscribers(stream.id)
      : await this.messageAccessRepository.subscribedReceivers(stream.id, message.id);
    return Audience.users(including(readers, actor));
  }
}

function including(userIds: number[], { userId }: Actor): number[] {
  return [...new Set([...userIds, userId])];
}
