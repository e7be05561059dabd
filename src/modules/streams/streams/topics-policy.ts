/** Whether messages of a stream require a topic; `inherit` follows the realm setting. */
export const TOPICS_POLICIES = [
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
] as const;

export type TopicsPolicy = (typeof TOPICS_POLICIES)[number];
