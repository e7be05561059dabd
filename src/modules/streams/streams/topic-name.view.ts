// The wire form of the empty topic: clients without the capability receive its display name.
import { EMPTY_TOPIC_DISPLAY_NAME } from '#modules/realms/realms';

/** Returns the stored topic. All names of the empty topic map to the empty string. */
export function topicFromClient(name: string): string {
  return name === EMPTY_TOPIC_DISPLAY_NAME || name === '(no topic)' ? '' : name;
}

export function topicForClient(topic: string, understandsEmptyTopic: boolean): string {
  return topic === '' && !understandsEmptyTopic ? EMPTY_TOPIC_DISPLAY_NAME : topic;
}
