// A topic and its icon as clients see them.
import type { Emoji } from '#modules/realms/emoji';
import { topicForClient } from '#modules/streams/streams';

export type TopicIcon = Emoji;

export interface TopicRow {
  name: string;
  max_id: number;
  /** Null without an icon. */
  icon: TopicIcon | null;
}

export function topicView(
  { name, max_id, icon }: TopicRow,
  understandsEmptyTopic: boolean,
): Record<string, unknown> {
  return {
    name: topicForClient(name, understandsEmptyTopic),
    max_id,
    ...(icon === null ? {} : { icon }),
  };
}
