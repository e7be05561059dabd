import { topicForClient } from '#modules/streams/streams';
import type { Schema } from '#platform/http/contract.js';

export interface TopicRow {
  name: string;
  max_id: number;
  /** Null without an icon. */
  icon: Schema<'TopicIcon'> | null;
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
