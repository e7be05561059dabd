/** Whether messages of a channel need a topic; `inherit` follows the organization. */
export const TOPICS_POLICIES = [
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
] as const;

export type TopicsPolicy = (typeof TOPICS_POLICIES)[number];
