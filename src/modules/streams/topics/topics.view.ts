// A topic and its icon as clients see them.
import type { Emoji } from '#modules/realms/emoji';
import { topicForClient } from '#modules/streams/streams';
import type { Schema } from '#platform/http/contract.js';

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
): Schema<'Topic'> {
  return {
    name: topicForClient(name, understandsEmptyTopic),
    max_id,
    ...(icon === null ? {} : { icon }),
  };
}
