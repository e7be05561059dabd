// Moves of messages to another topic or channel: the request, the plan that it makes, and the result.
import type { HistoryEntry } from '#modules/messages/messages';
import type { AccessedStream } from '#modules/streams/streams';
import { toSeconds } from '#platform/clock.js';
import type { Actor } from '#platform/http/actor.js';
import type { PropagateMode } from './edit-message.events.js';
import type { TopicPart } from './edited-messages.repository.js';
import { isOnlyToggled, isToggled } from './resolved-topic.js';

/** Where a request moves messages; undefined properties stay as they are. */
export interface Destination {
  topic: string | undefined;
  streamId: number | undefined;
  mode: PropagateMode;
}

export interface MovePlan {
  from: AccessedStream;
  to: AccessedStream;
  oldTopic: string;
  topic: string;
  mode: PropagateMode;
}

/** A message that is to be moved. */
export interface MovedMessage {
  id: number;
  dateSent: Date;
}

export interface MoveResult {
  plan: MovePlan;
  /** Ascending. */
  ids: number[];
  /**
   * Whether the move emptied the old topic, and the new one was empty, counting only messages that the
   * actor can see.
   */
  isWholeTopic: boolean;
  targetWasEmpty: boolean;
  /** Whether the topics differ at most in case. */
  isSameTopic: boolean;
}

export function changesChannel({ from, to }: MovePlan): boolean {
  return from.stream.id !== to.stream.id;
}

export function changesTopic({ oldTopic, topic }: MovePlan): boolean {
  return oldTopic !== topic;
}

/** Whether the move resolves or unresolves the topic, alone or with other changes. */
export function togglesTopic({ oldTopic, topic }: MovePlan): boolean {
  return isToggled(oldTopic, topic);
}

/** Whether the move resolves or unresolves the whole topic and does nothing else. */
export function onlyToggles(plan: MovePlan): boolean {
  return (
    plan.mode === 'change_all' && !changesChannel(plan) && isOnlyToggled(plan.oldTopic, plan.topic)
  );
}

/** Whether two plans for the same request start from the same place. */
export function isSamePlan(before: MovePlan | undefined, after: MovePlan | undefined): boolean {
  if (!before || !after) return before === after;
  return before.from.stream.id === after.from.stream.id && before.oldTopic === after.oldTopic;
}

/** The messages of the old topic that the actor can see, from an id on. */
export function oldTopicPart(
  { userId }: Actor,
  { from, oldTopic }: MovePlan,
  fromId = 0,
): TopicPart {
  return {
    recipientId: from.stream.recipientId,
    topic: oldTopic,
    fromId,
    onlyReceivedBy: from.canSeeHistory ? null : userId,
  };
}

/** The messages of the new topic that the actor can see. */
export function newTopicPart({ userId }: Actor, { to, topic }: MovePlan): TopicPart {
  return {
    recipientId: to.stream.recipientId,
    topic,
    fromId: 0,
    onlyReceivedBy: to.canSeeHistory ? null : userId,
  };
}

/** The history entry of all moved messages; their old topics are added to it. */
export function moveEntry({ userId }: Actor, plan: MovePlan, now: Date): HistoryEntry {
  return {
    user_id: userId,
    timestamp: toSeconds(now),
    ...(changesChannel(plan) && { prev_stream: plan.from.stream.id, stream: plan.to.stream.id }),
  };
}
