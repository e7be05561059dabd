// Permission to send typing notifications: users may do so where they may send messages, if their
// settings allow it.
import { Injectable } from '@nestjs/common';
import { type AccessedMessage, MessagesAccess } from '#modules/messages/messages';
import type { ChannelTopic } from '#modules/messages/render';
import { SendMessageAccess } from '#modules/messages/send';
import { StreamsAccess } from '#modules/streams/streams';
import { UserSettingsService } from '#modules/users/settings-catalogue';
import type { UserSummary } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';

type TypingSetting = 'send_private_typing_notifications' | 'send_stream_typing_notifications';

@Injectable()
export class TypingAccess {
  constructor(
    private readonly sendMessageAccess: SendMessageAccess,
    private readonly messagesAccess: MessagesAccess,
    private readonly streamsAccess: StreamsAccess,
    private readonly userSettingsService: UserSettingsService,
  ) {}

  /** The users of the conversation, the actor included. */
  async conversation(actor: Actor, userIds: number[]): Promise<UserSummary[]> {
    await this.checkSetting(actor, 'send_private_typing_notifications');
    return this.sendMessageAccess.requireConversation(actor, userIds);
  }

  async channelTopic(actor: Actor, streamId: number, topicName: string): Promise<ChannelTopic> {
    await this.checkSetting(actor, 'send_stream_typing_notifications');
    const channel = await this.streamsAccess.requireById(actor, streamId);
    if (!channel.canPost) throw ApiError.badRequest('You may not post in this channel');
    const topic = await this.sendMessageAccess.requireTopic(channel, topicName);
    return { stream: channel.stream, topic };
  }

  /** A message of the actor. */
  async editedMessage(actor: Actor, messageId: number): Promise<AccessedMessage> {
    const accessed = await this.messagesAccess.requireReadable(actor, messageId);
    if (accessed.message.senderId !== actor.userId) {
      throw ApiError.badRequest('Only the author of a message can edit it');
    }
    await this.checkSetting(
      actor,
      accessed.channel ? 'send_stream_typing_notifications' : 'send_private_typing_notifications',
    );
    return accessed;
  }

  private async checkSetting(actor: Actor, setting: TypingSetting): Promise<void> {
    if ((await this.userSettingsService.get(actor))[setting]) return;
    throw ApiError.badRequest('Typing notifications are disabled in your settings');
  }
}
