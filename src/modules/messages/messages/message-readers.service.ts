// Who is told of what happens to a single message: everybody who has it in front of them. Those who
// could look it up without being subscribed are not told.
import { Injectable } from '@nestjs/common';
import { Audience } from '#platform/event-log/audience.js';
import type { Actor } from '#platform/http/actor.js';
import { MessageAccessRepository } from './message-access.repository.js';
import type { AccessedMessage } from './messages.access.js';

@Injectable()
export class MessageReaders {
  constructor(private readonly messageAccessRepository: MessageAccessRepository) {}

  /** The actor, who reads the message, is among them in any case. */
  async audience(actor: Actor, { message, channel }: AccessedMessage): Promise<Audience> {
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
