// The flags of a user message, as bits of `user_messages.flags`.

export const MESSAGE_FLAGS = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  stream_wildcard_mentioned: 16,
  topic_wildcard_mentioned: 32,
  group_mentioned: 64,
  has_alert_word: 128,
  historical: 256,
} as const;

export type MessageFlag = keyof typeof MESSAGE_FLAGS;

/** Internal: marks direct messages for an index. */
export const DIRECT_FLAG = 512;

export const WILDCARD_MENTION_FLAGS =
  MESSAGE_FLAGS.stream_wildcard_mentioned | MESSAGE_FLAGS.topic_wildcard_mentioned;

/** The flags of mentions by name, of the user or of a group. */
export const PERSONAL_MENTION_FLAGS = MESSAGE_FLAGS.mentioned | MESSAGE_FLAGS.group_mentioned;

/** The flags of all kinds of mentions. */
export const MENTION_FLAGS = PERSONAL_MENTION_FLAGS | WILDCARD_MENTION_FLAGS;

/** The flags that users can change. */
export const EDITABLE_FLAGS = ['read', 'starred', 'collapsed'] as const;

export type EditableFlag = (typeof EDITABLE_FLAGS)[number];

/** The flags of a message that the user did not receive. */
export const HISTORICAL_FLAGS = MESSAGE_FLAGS.read | MESSAGE_FLAGS.historical;
