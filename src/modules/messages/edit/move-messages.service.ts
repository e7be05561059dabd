// Carries a move out that is checked and whose messages are locked: the messages themselves in one
// statement, then everything that hangs on where they are.
import { Injectable } from '@nestjs/common';
import type { HistoryEntry } from '#modules/messages/messages';
import { TopicIconsService } from '#modules/streams/topics';
import { MovedUserTopics } from '#modules/streams/user-topics';
import { toSeconds } from '#platform/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { EditedMessagesRepository } from './edited-messages.repository.js';
import { type Moved, MoveNotices } from './move-notices.service.js';
import {
  changesChannel,
  changesTopic,
  type MovePlan,
  onlyToggles,
  togglesTopic,
} from './move-plan.js';
import { MovedStreams } from './moved-streams.service.js';

export interface NoticeWishes {
  inOldTopic: boolean;
  inNewTopic: boolean;
}

/** Between the move and what follows from it, people are told. */
export interface MoveState extends Moved {
  plan: MovePlan;
  targetWasEmpty: boolean;
  isSameTopic: boolean;
  now: Date;
}

@Injectable()
export class MoveMessages {
  constructor(
    private readonly editedMessagesRepository: EditedMessagesRepository,
    private readonly movedStreams: MovedStreams,
    private readonly movedUserTopics: MovedUserTopics,
    private readonly topicIconsService: TopicIconsService,
    private readonly moveNotices: MoveNotices,
  ) {}

  /** Joins the present transaction. `ids` ascending. */
  async move(actor: Actor, plan: MovePlan, ids: number[], now: Date): Promise<MoveState> {
    const { from, oldTopic, to, topic } = plan;
    const isSameTopic =
      !changesChannel(plan) && (await this.editedMessagesRepository.isSameTopic(oldTopic, topic));
    const all = { recipientId: to.stream.recipient_id, topic, fromId: 0, onlyReceivedBy: null };
    const visible = { ...all, onlyReceivedBy: to.canSeeHistory ? null : actor.userId };
    const targetWasEmpty = isSameTopic || !(await this.editedMessagesRepository.hasAny(all));
    const targetSeemedEmpty =
      targetWasEmpty || !(await this.editedMessagesRepository.hasAny(visible));
    await this.editedMessagesRepository.move(ids, {
      recipientId: to.stream.recipient_id,
      topic,
      entry: historyEntry(actor, plan, now),
      movedAt: onlyToggles(plan) ? null : now,
    });
    const left = {
      recipientId: from.stream.recipient_id,
      topic: oldTopic,
      fromId: 0,
      onlyReceivedBy: from.canSeeHistory ? null : actor.userId,
    };
    const isWholeTopic = targetSeemedEmpty && !(await this.editedMessagesRepository.hasAny(left));
    if (changesChannel(plan)) await this.movedStreams.settleCopies(plan, ids);
    return { plan, ids, isWholeTopic, targetWasEmpty, isSameTopic, now };
  }

  /** Joins the present transaction, after people were told where the messages are. */
  async finish(actor: Actor, state: MoveState, wishes: NoticeWishes): Promise<void> {
    const { plan } = state;
    if (!state.isSameTopic) await this.moveTopic(state);
    if (changesChannel(plan)) await this.movedStreams.settle(plan, state.ids);
    if (togglesTopic(plan)) await this.moveNotices.resolved(actor, plan);
    // Topics that differ only in case are the same topic.
    if (onlyToggles(plan) || state.isSameTopic) return;
    if (wishes.inNewTopic) await this.moveNotices.tellNewTopic(actor, plan, state);
    if (wishes.inOldTopic) await this.moveNotices.tellOldTopic(actor, plan, state);
  }

  /** What people made of a topic goes with its last message, whoever can see it. */
  private async moveTopic({ plan, targetWasEmpty }: MoveState): Promise<void> {
    const { from, oldTopic, to, topic } = plan;
    const left = {
      recipientId: from.stream.recipient_id,
      topic: oldTopic,
      fromId: 0,
      onlyReceivedBy: null,
    };
    if (await this.editedMessagesRepository.hasAny(left)) return;
    const [old, target] = [
      { stream: from.stream, topic: oldTopic },
      { stream: to.stream, topic },
    ];
    await this.movedUserTopics.move(old, target, targetWasEmpty);
    await this.topicIconsService.moveWithTopic(old, target);
  }
}

/** As the message that was named has it; the earlier topic of each is its own. */
export function historyEntry(actor: Actor, plan: MovePlan, now: Date): HistoryEntry {
  return {
    user_id: actor.userId,
    timestamp: toSeconds(now),
    ...(changesChannel(plan) && { prev_stream: plan.from.stream.id, stream: plan.to.stream.id }),
  };
}

export function topicChange(plan: MovePlan): Pick<HistoryEntry, 'prev_topic' | 'topic'> {
  return changesTopic(plan) ? { prev_topic: plan.oldTopic, topic: plan.topic } : {};
}
