// Moves messages to another topic or channel, and updates everything that depends on their topic or
// channel. Joins the transaction of the edit, in which EditMessageAccess has checked the plan and the
// messages are locked.
import { Injectable } from '@nestjs/common';
import { DeleteMessagesService } from '#modules/messages/delete';
import { MessageEditsRepository } from '#modules/messages/messages';
import { StreamsService } from '#modules/streams/streams';
import { TopicIconsService } from '#modules/streams/topic-icons';
import { MovedUserTopics } from '#modules/streams/user-topics';
import type { Actor } from '#platform/http/actor.js';
import { EditedMessagesRepository } from './edited-messages.repository.js';
import { type MoveNotificationOptions, MoveNotifications } from './move-notifications.service.js';
import {
  changesChannel,
  moveEntry,
  type MovePlan,
  type MoveResult,
  newTopicPart,
  oldTopicPart,
  onlyToggles,
  togglesTopic,
} from './move-plan.js';
import { MovedUserMessages } from './moved-user-messages.service.js';

@Injectable()
export class MoveMessagesService {
  constructor(
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
   * `ids` are ascending. In a channel with protected history, the actor sees only received messages:
   * `targetSeemedEmpty` and `isWholeTopic` are about these.
   */
  async move(actor: Actor, plan: MovePlan, ids: number[], now: Date): Promise<MoveResult> {
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

  /** Called after the event about the move. */
  async followUp(actor: Actor, move: MoveResult, options: MoveNotificationOptions): Promise<void> {
    const { plan, isSameTopic } = move;
    if (!isSameTopic) await this.moveTopic(actor, move);
    if (changesChannel(plan)) await this.updateChannels(move);
    if (togglesTopic(plan)) await this.moveNotifications.notifyOfResolution(actor, plan);
    if (onlyToggles(plan) || isSameTopic) return;
    await this.moveNotifications.notifyOfMove(actor, move, options);
  }

  /** Visibility policies and the icon move with the last message of a topic. */
  private async moveTopic(actor: Actor, { plan, targetWasEmpty }: MoveResult): Promise<void> {
    const left = { ...oldTopicPart(actor, plan), onlyReceivedBy: null };
    if (await this.editedMessagesRepository.hasAny(left)) return;
    const old = { stream: plan.from.stream, topic: plan.oldTopic };
    const target = { stream: plan.to.stream, topic: plan.topic };
    await this.movedUserTopics.move(old, target, targetWasEmpty);
    await this.topicIconsService.moveWithTopic(old, target);
  }

  private async updateChannels({ plan, ids }: MoveResult): Promise<void> {
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
