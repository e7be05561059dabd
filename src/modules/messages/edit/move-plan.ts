// What a request wants to move, from where to where.
import type { AccessedStream } from '#modules/streams/streams';
import type { PropagateMode } from './message-editing.events.js';
import { isOnlyToggled, isToggled } from './resolved-topic.js';

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
  date_sent: Date;
}

export function changesChannel({ from, to }: MovePlan): boolean {
  return from.stream.id !== to.stream.id;
}

export function changesTopic({ oldTopic, topic }: MovePlan): boolean {
  return oldTopic !== topic;
}

/** Whether it resolves the topic or opens it again, whatever else it does. */
export function togglesTopic({ oldTopic, topic }: MovePlan): boolean {
  return isToggled(oldTopic, topic);
}

/** Whether it resolves the whole topic or opens it again and does nothing else. */
export function onlyToggles(plan: MovePlan): boolean {
  return (
    plan.mode === 'change_all' && !changesChannel(plan) && isOnlyToggled(plan.oldTopic, plan.topic)
  );
}
