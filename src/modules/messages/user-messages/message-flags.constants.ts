// The flags of a person's copy of a message, as bits of `user_messages.flags`.

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

/** Kept with the others but never shown: the message is a direct one, so that an index finds it. */
export const DIRECT_FLAG = 512;

export const WILDCARD_MENTION_FLAGS =
  MESSAGE_FLAGS.stream_wildcard_mentioned | MESSAGE_FLAGS.topic_wildcard_mentioned;

/** The reader was mentioned by name, or by the name of a group. */
export const PERSONAL_MENTION_FLAGS = MESSAGE_FLAGS.mentioned | MESSAGE_FLAGS.group_mentioned;

/** Any of these says that the reader was mentioned. */
export const MENTION_FLAGS = PERSONAL_MENTION_FLAGS | WILDCARD_MENTION_FLAGS;

/** The flags that people may change themselves. */
export const EDITABLE_FLAGS = ['read', 'starred', 'collapsed'] as const;

export type EditableFlag = (typeof EDITABLE_FLAGS)[number];

/** Of a message that is not in one's own history. */
export const HISTORICAL_FLAGS = MESSAGE_FLAGS.read | MESSAGE_FLAGS.historical;
