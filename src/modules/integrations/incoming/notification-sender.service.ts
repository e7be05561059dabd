// Sends notifications to the channel in the URL, or to the owner of the bot.
import { Injectable } from '@nestjs/common';
import { md, lines, type Notification } from '#modules/integrations/toolkit';
import { SendMessageService } from '#modules/messages/send';
import { LIMITS } from '#modules/realms/realms';
import { UsersService } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { cleanTopic, cutContent } from './message-text.js';

/** Additional notifications of a request are only counted. */
const MAX_NOTIFICATIONS = 20;

/** Matches the ID of a channel. */
const STREAM_ID = /^\d{1,9}$/;

/** The parameters of the URL that determine the recipient. */
export interface Destination {
  stream?: string | undefined;
  topic?: string | undefined;
  /** `channels` sends the message to the channel in the notification. */
  mapping?: string | undefined;
}

@Injectable()
export class NotificationSender {
  constructor(
    private readonly sendMessageService: SendMessageService,
    private readonly usersService: UsersService,
    private readonly database: Database,
  ) {}

  /** Sends all messages or none. A missing channel is reported to the owner of the bot, not to the caller. */
  async send(
    bot: Actor,
    notifications: readonly Notification[],
    destination: Destination,
  ): Promise<void> {
    const sent = limited(notifications);
    const [only] = sent;
    if (!only) return;
    if (sent.length === 1) return this.sendOne(bot, only, destination);
    await this.database.transaction(async () => {
      for (const notification of sent) await this.sendOne(bot, notification, destination);
    });
  }

  /** At most once a minute. `text` continues the sentence "Your bot …". */
  async notifyOwner(bot: Actor, text: string): Promise<void> {
    await this.sendMessageService.notifyBotOwner(bot, text);
  }

  private async sendOne(
    bot: Actor,
    notification: Notification,
    destination: Destination,
  ): Promise<void> {
    const content = cutContent(notification.content, LIMITS.max_message_length);
    const channel = channelOf(notification, destination);
    if (channel === undefined) {
      const to = [await this.ownerOf(bot)];
      await this.sendMessageService.send(bot, { type: 'direct', to, content });
      return;
    }
    const topic = cleanTopic(destination.topic ?? '') || cleanTopic(notification.topic);
    try {
      await this.sendMessageService.send(bot, { type: 'channel', to: channel, topic, content });
    } catch (error) {
      // Third parties disable webhooks that fail, and cannot create the channel.
      const isMissing = error instanceof ApiError && error.code === 'STREAM_DOES_NOT_EXIST';
      if (!isMissing) throw error;
    }
  }

  private async ownerOf({ realmId, userId }: Actor): Promise<number> {
    const [bot] = await this.usersService.findByIds(realmId, [userId]);
    const ownerId = bot?.botOwnerId ?? undefined;
    if (ownerId === undefined) {
      throw ApiError.badRequest('The bot has no owner to receive the direct message');
    }
    return ownerId;
  }
}

/** The name or ID of the channel; undefined for a direct message. */
function channelOf(
  { channel }: Notification,
  { stream, mapping }: Destination,
): string | number | undefined {
  // Users of the third party name the channel, so that its name is never read as an ID.
  if (mapping === 'channels' && channel !== undefined) return channel;
  const name = stream?.trim() ?? '';
  if (name === '') return undefined;
  return STREAM_ID.test(name) ? Number(name) : name;
}

function limited(notifications: readonly Notification[]): readonly Notification[] {
  const omitted = notifications.length - MAX_NOTIFICATIONS;
  if (omitted <= 0) return notifications;
  const sent = notifications.slice(0, MAX_NOTIFICATIONS);
  const last = sent.pop()!;
  return [
    ...sent,
    { ...last, content: lines(last.content, md`… and ${omitted} more notifications.`) },
  ];
}
