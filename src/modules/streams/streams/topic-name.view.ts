// How the empty topic travels: its display name stands for it where a client knows no empty name.
import { EMPTY_TOPIC_DISPLAY_NAME } from '#modules/realms/realms';

/** The topic that a client means; each name of the empty topic means the empty one. */
export function topicFromClient(name: string): string {
  return name === EMPTY_TOPIC_DISPLAY_NAME || name === '(no topic)' ? '' : name;
}

export function topicForClient(topic: string, understandsEmptyTopic: boolean): string {
  return topic === '' && !understandsEmptyTopic ? EMPTY_TOPIC_DISPLAY_NAME : topic;
}
