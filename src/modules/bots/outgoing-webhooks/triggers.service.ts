// The triggers of outgoing webhooks: direct messages to the bot, and messages in channels that mention it.
import { Injectable } from '@nestjs/common';
import { BotRecords, type OutgoingWebhook } from '#modules/bots/records';
import { MessagesToBots, type MessageToBot } from '#modules/messages/fetch';
import type { Recipient } from '#modules/messages/send';
import { StreamsService } from '#modules/streams/streams';
import { actorOf, UsersService, type UserSummary } from '#modules/users/users';

export interface Trigger {
  realmId: number;
  messageId: number;
  botId: number;
}

export interface TriggeredWebhook {
  bot: UserSummary;
  webhook: OutgoingWebhook;
  message: MessageToBot;
}

/** The client of replies, by which programs recognize messages of bots. */
export const CLIENT_NAME = 'OutgoingWebhookResponse';

@Injectable()
export class TriggersService {
  constructor(
    private readonly usersService: UsersService,
    private readonly botRecords: BotRecords,
    private readonly messagesToBots: MessagesToBots,
    private readonly streamsService: StreamsService,
  ) {}

  /** Returns undefined if the bot was deactivated or the message was deleted. */
  async find({ realmId, messageId, botId }: Trigger): Promise<TriggeredWebhook | undefined> {
    const [[bot], webhook] = await Promise.all([
      this.usersService.findByIds(realmId, [botId]),
      this.botRecords.webhook(realmId, botId),
    ]);
    if (!bot?.isActive || !webhook) return undefined;
    const message = await this.messagesToBots.find(actorOf(bot, CLIENT_NAME), messageId);
    return message && { bot, webhook, message };
  }

  /** The conversation of the message; undefined for an archived channel. */
  async conversation(
    realmId: number,
    { recipient, topic }: MessageToBot,
  ): Promise<Recipient | undefined> {
    if (recipient.streamId === null) {
      const users = await this.usersService.findByIds(realmId, recipient.userIds!);
      return { users: users.toSorted((a, b) => a.id - b.id) };
    }
    const stream = await this.streamsService.findById(realmId, recipient.streamId);
    return stream && !stream.isArchived ? { stream, topic } : undefined;
  }
}
