// Messages that the Notification Bot sends to topics whose messages were moved, or that were resolved or
// unresolved. They start as read for the user who made the change.
import { Injectable } from '@nestjs/common';
import { DeleteMessagesService } from '#modules/messages/delete';
import { messageFlagsEvent } from '#modules/messages/flags';
import type { ChannelTopic } from '#modules/messages/render';
import { SendMessageService, silentMention, topicLink } from '#modules/messages/send';
import { UsersService, type UserSummary } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Actor } from '#platform/http/actor.js';
import { EditedMessagesRepository, type NewestMessage } from './edited-messages.repository.js';
import type { MovePlan, MoveResult } from './move-plan.js';
import { isResolved } from './resolved-topic.js';
import { UserMessagesRepository } from './user-messages.repository.js';

/** Resolving and unresolving a topic within this time deletes the first notification. */
const UNDO_SECONDS = 60;
const RESOLUTION = /^@_\*\*[^\n]+\*\* has marked this topic as (?:resolved|unresolved)\.$/;

/** The topics in which a move is reported. */
export interface MoveNotificationOptions {
  inOldTopic: boolean;
  inNewTopic: boolean;
}

@Injectable()
export class MoveNotifications {
  constructor(
    private readonly editedMessagesRepository: EditedMessagesRepository,
    private readonly userMessagesRepository: UserMessagesRepository,
    private readonly deleteMessagesService: DeleteMessagesService,
    private readonly sendMessageService: SendMessageService,
    private readonly usersService: UsersService,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Joins the current transaction, after the topic was renamed. */
  async notifyOfResolution(actor: Actor, { to: { stream }, topic }: MovePlan): Promise<void> {
    const bot = await this.usersService.systemBot(actor.realmId, 'notification-bot');
    const newest = await this.editedMessagesRepository.newest(stream.recipientId, topic);
    if (newest && this.isRecentResolution(newest, bot)) {
      const scope = { realmId: actor.realmId, channel: { stream, topic } };
      await this.deleteMessagesService.deleteBatch(scope, [newest.id]);
      return;
    }
    const state = isResolved(topic) ? 'resolved' : 'unresolved';
    const text = `${silentMention(actor)} has marked this topic as ${state}.`;
    const id = await this.send(bot, { stream, topic }, text);
    const marked = await this.userMessagesRepository.markResolutionRead(id, actor.userId, {
      streamId: stream.id,
      topic,
    });
    this.publishRead(actor.realmId, id, marked);
  }

  /** Joins the current transaction. */
  async notifyOfMove(
    actor: Actor,
    move: MoveResult,
    { inNewTopic, inOldTopic }: MoveNotificationOptions,
  ): Promise<void> {
    if (inNewTopic) await this.notifyNewTopic(actor, move);
    if (inOldTopic) await this.notifyOldTopic(actor, move);
  }

  private async notifyNewTopic(
    actor: Actor,
    { plan, ids, isWholeTopic }: MoveResult,
  ): Promise<void> {
    const { from, oldTopic, to, topic } = plan;
    const what = isWholeTopic
      ? 'This topic was moved here'
      : ids.length === 1
        ? `A message ${topicLink(to.stream, topic, ids[0])} was moved here`
        : `${ids.length} messages were moved here`;
    const text = `${what} from ${topicLink(from.stream, oldTopic)} by ${silentMention(actor)}.`;
    await this.notify(actor, { stream: to.stream, topic }, text);
  }

  private async notifyOldTopic(
    actor: Actor,
    { plan, ids, isWholeTopic }: MoveResult,
  ): Promise<void> {
    const { from, oldTopic, to, topic } = plan;
    const what = isWholeTopic
      ? 'This topic was moved'
      : ids.length === 1
        ? 'A message was moved from this topic'
        : `${ids.length} messages were moved from this topic`;
    const text = `${what} to ${topicLink(to.stream, topic)} by ${silentMention(actor)}.`;
    await this.notify(actor, { stream: from.stream, topic: oldTopic }, text);
  }

  private async notify({ realmId, userId }: Actor, to: ChannelTopic, text: string): Promise<void> {
    const bot = await this.usersService.systemBot(realmId, 'notification-bot');
    const id = await this.send(bot, to, text);
    this.publishRead(realmId, id, await this.userMessagesRepository.markRead(id, userId));
  }

  private async send(bot: UserSummary, to: ChannelTopic, text: string): Promise<number> {
    const [id] = await this.sendMessageService.sendAs(bot, [{ to, content: text }]);
    return id!;
  }

  private publishRead(realmId: number, messageId: number, userIds: number[]): void {
    if (userIds.length === 0) return;
    const change = { op: 'add' as const, flag: 'read', messages: [messageId] };
    this.eventLog.append(messageFlagsEvent(realmId, change, Audience.users(userIds)));
  }

  private isRecentResolution(message: NewestMessage, bot: UserSummary): boolean {
    if (message.senderId !== bot.id || !RESOLUTION.test(message.content)) return false;
    return message.dateSent > this.clock.ago(UNDO_SECONDS);
  }
}
