import { topicForClient } from '#modules/streams/streams';
import type { Schema } from '#platform/http/contract.js';
import type { TopicWithIcon } from './topics.repository.js';

export function topicView(
  { name, newestId, icon }: TopicWithIcon,
  understandsEmptyTopic: boolean,
): Schema<'Topic'> {
  return {
    name: topicForClient(name, understandsEmptyTopic),
    max_id: newestId,
    ...(icon === null ? {} : { icon }),
  };
}
