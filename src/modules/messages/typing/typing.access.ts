// Where somebody may tell that they type: where they may write, as far as they want it to be known.
import { Injectable } from '@nestjs/common';
import { type AccessedMessage, MessagesAccess } from '#modules/messages/messages';
import { SendMessageAccess } from '#modules/messages/send';
import { invalidStreamId, type Stream, StreamsAccess } from '#modules/streams/streams';
import { UserSettingsService } from '#modules/users/settings-catalogue';
import type { UserSummary } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';

@Injectable()
export class TypingAccess {
  constructor(
    private readonly sendMessageAccess: SendMessageAccess,
    private readonly messagesAccess: MessagesAccess,
    private readonly streamsAccess: StreamsAccess,
    private readonly userSettingsService: UserSettingsService,
  ) {}

  /** Everybody in the conversation, the actor among them. */
  async conversation(actor: Actor, userIds: number[]): Promise<UserSummary[]> {
    await this.checkWilling(actor, 'send_private_typing_notifications');
    return this.sendMessageAccess.people(actor, userIds);
  }

  /** The channel, and the topic as it is stored. */
  async topic(
    actor: Actor,
    streamId: number,
    given: string,
  ): Promise<{ stream: Stream; topic: string }> {
    await this.checkWilling(actor, 'send_stream_typing_notifications');
    const channel = await this.streamsAccess.findById(actor, streamId);
    if (!channel) throw invalidStreamId();
    if (!channel.canPost) throw ApiError.badRequest('You can not post in this channel');
    return {
      stream: channel.stream,
      topic: await this.sendMessageAccess.topic(channel, given),
    };
  }

  /** A message of the actor's own. */
  async editedMessage(actor: Actor, messageId: number): Promise<AccessedMessage> {
    const accessed = await this.messagesAccess.byId(actor, messageId);
    if (accessed.message.sender_id !== actor.userId) {
      throw ApiError.badRequest('Only its author can edit a message');
    }
    await this.checkWilling(
      actor,
      accessed.channel ? 'send_stream_typing_notifications' : 'send_private_typing_notifications',
    );
    return accessed;
  }

  private async checkWilling(
    actor: Actor,
    setting: 'send_private_typing_notifications' | 'send_stream_typing_notifications',
  ): Promise<void> {
    if ((await this.userSettingsService.of(actor))[setting]) return;
    throw ApiError.badRequest('Your settings keep from others that you are typing');
  }
}
