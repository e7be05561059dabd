// Moves messages to another topic or channel: plans and checks the move, and, inside the transaction of
// the edit, moves the messages and everything that depends on their conversation.
import { Injectable } from '@nestjs/common';
import { DeleteMessagesService } from '#modules/messages/delete';
import {
  type AccessedMessage,
  MessageEditsRepository,
  MessagesAccess,
} from '#modules/messages/messages';
import { SendMessageAccess } from '#modules/messages/send';
import { EMPTY_TOPIC_DISPLAY_NAME } from '#modules/realms/realms';
import { type AccessedStream, StreamsAccess, StreamsService } from '#modules/streams/streams';
import { TopicIconsService } from '#modules/streams/topic-icons';
import { MovedUserTopics } from '#modules/streams/user-topics';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { EditMessageAccess } from './edit-message.access.js';
import type { PropagateMode } from './edit-message.events.js';
import { EditedMessagesRepository } from './edited-messages.repository.js';
import { MoveNotifications, type MoveResult } from './move-notifications.service.js';
import {
  changesChannel,
  changesTopic,
  moveEntry,
  type MovedMessage,
  type MovePlan,
  newTopicPart,
  oldTopicPart,
  onlyToggles,
  togglesTopic,
} from './move-plan.js';
import { MovedUserMessages } from './moved-user-messages.service.js';
import { marksEmptyTopic } from './resolved-topic.js';

export interface Destination {
  topic: string | undefined;
  streamId: number | undefined;
  mode: PropagateMode;
}

/** The topics in which the Notification Bot reports a move. */
export interface MoveNotificationOptions {
  inOldTopic: boolean;
  inNewTopic: boolean;
}

export interface MoveState extends MoveResult {
  plan: MovePlan;
  targetWasEmpty: boolean;
  isSameTopic: boolean;
}

@Injectable()
export class MoveMessagesService {
  constructor(
    private readonly messagesAccess: MessagesAccess,
    private readonly streamsAccess: StreamsAccess,
    private readonly sendMessageAccess: SendMessageAccess,
    private readonly editMessageAccess: EditMessageAccess,
    private readonly editedMessagesRepository: EditedMessagesRepository,
    private readonly messageEditsRepository: MessageEditsRepository,
    private readonly movedUserMessages: MovedUserMessages,
    private readonly movedUserTopics: MovedUserTopics,
    private readonly topicIconsService: TopicIconsService,
    private readonly deleteMessagesService: DeleteMessagesService,
    private readonly streamsService: StreamsService,
    private readonly moveNotifications: MoveNotifications,
  ) {}

  /**
   * The message, and the move that the request asks for, if any. Throws when the message or the
   * channel is hidden from the actor.
   */
  async plan(
    actor: Actor,
    id: number,
    { topic, streamId, mode }: Destination,
  ): Promise<{ accessed: AccessedMessage; plan: MovePlan | undefined }> {
    const accessed = await this.messagesAccess.requireReadable(actor, id);
    if (topic === undefined && streamId === undefined) return { accessed, plan: undefined };
    const { channel: from, message } = accessed;
    if (!from) throw ApiError.badRequest('Direct messages cannot be moved');
    const plan = {
      from,
      to: await this.targetChannel(actor, from, streamId),
      oldTopic: message.topic,
      topic: topic === undefined ? message.topic : this.sendMessageAccess.topicName(topic),
      mode,
    };
    return { accessed, plan: changesChannel(plan) || changesTopic(plan) ? plan : undefined };
  }

  /** Throws unless the actor may move these messages, and the channel allows the topic. */
  async check(actor: Actor, plan: MovePlan, messages: MovedMessage[]): Promise<void> {
    await this.editMessageAccess.checkMove(actor, plan, messages);
    const { to, oldTopic, topic } = plan;
    if (marksEmptyTopic(oldTopic, topic, EMPTY_TOPIC_DISPLAY_NAME)) {
      throw ApiError.badRequest('The empty topic cannot be resolved');
    }
    await this.sendMessageAccess.checkTopicName(to, topic);
    if (!onlyToggles(plan)) await this.sendMessageAccess.checkTopicCreation(to, topic);
  }

  /** Moves locked messages, given by ascending id. Joins the current transaction. */
  async move(actor: Actor, plan: MovePlan, ids: number[], now: Date): Promise<MoveState> {
    const { oldTopic, to, topic } = plan;
    const isSameTopic =
      !changesChannel(plan) && (await this.editedMessagesRepository.isSameTopic(oldTopic, topic));
    const target = newTopicPart(actor, plan);
    const targetWasEmpty =
      isSameTopic ||
      !(await this.editedMessagesRepository.hasAny({ ...target, onlyReceivedBy: null }));
    const targetSeemedEmpty =
      targetWasEmpty || !(await this.editedMessagesRepository.hasAny(target));
    await this.messageEditsRepository.addMoves(ids, moveEntry(actor, plan, now), topic);
    await this.editedMessagesRepository.move(ids, {
      recipientId: to.stream.recipientId,
      topic,
      movedAt: onlyToggles(plan) ? null : now,
    });
    const isWholeTopic =
      targetSeemedEmpty && !(await this.editedMessagesRepository.hasAny(oldTopicPart(actor, plan)));
    if (changesChannel(plan)) await this.movedUserMessages.update(plan, ids);
    return { plan, ids, isWholeTopic, targetWasEmpty, isSameTopic };
  }

  /** Joins the current transaction, after the event about the move. */
  async followUp(actor: Actor, move: MoveState, options: MoveNotificationOptions): Promise<void> {
    const { plan, isSameTopic } = move;
    if (!isSameTopic) await this.moveTopic(actor, move);
    if (changesChannel(plan)) await this.updateChannels(move);
    if (togglesTopic(plan)) await this.moveNotifications.notifyOfResolution(actor, plan);
    if (onlyToggles(plan) || isSameTopic) return;
    if (options.inNewTopic) await this.moveNotifications.notifyNewTopic(actor, plan, move);
    if (options.inOldTopic) await this.moveNotifications.notifyOldTopic(actor, plan, move);
  }

  private async targetChannel(
    actor: Actor,
    from: AccessedStream,
    streamId: number | undefined,
  ): Promise<AccessedStream> {
    if (streamId === undefined || streamId === from.stream.id) return from;
    return this.streamsAccess.requireById(actor, streamId);
  }

  /** Visibility policies and the icon move with the last message of a topic. */
  private async moveTopic(actor: Actor, { plan, targetWasEmpty }: MoveState): Promise<void> {
    const left = { ...oldTopicPart(actor, plan), onlyReceivedBy: null };
    if (await this.editedMessagesRepository.hasAny(left)) return;
    const old = { stream: plan.from.stream, topic: plan.oldTopic };
    const target = { stream: plan.to.stream, topic: plan.topic };
    await this.movedUserTopics.move(old, target, targetWasEmpty);
    await this.topicIconsService.moveWithTopic(old, target);
  }

  private async updateChannels({ plan, ids }: MoveState): Promise<void> {
    const [from, to] = [plan.from.stream, plan.to.stream];
    await this.movedUserMessages.markReadForUnsubscribed(plan, ids);
    await this.deleteMessagesService.updateFirstMessage(from);
    await this.deleteMessagesService.updateFirstMessage(to);
    const target = await this.streamsService.findById(to.realmId, to.id);
    if (!target) return;
    const used = [{ stream: target, messageId: ids[0]! }];
    await this.streamsService.recordMessages(to.realmId, used);
  }
}
