// Changes of the custom emoji of a realm. Clients with the capability for individual changes receive the
// change, all others the whole list.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody, Schema } from '#platform/http/contract.js';

export interface CustomEmojiChanged {
  emojiId: number;
  /** The changed properties. */
  data: { deactivated: boolean };
  /** All emoji after the change, keyed by id. */
  all: Record<string, Schema<'RealmEmoji'>>;
}

export const realmEmojiEvent = defineEvent<
  CustomEmojiChanged,
  EventBody<'RealmEmojiUpdateOneEvent' | 'RealmEmojiUpdateEvent'>
>({
  type: 'realm_emoji',
  variantFor: (_, { options }) => String(options.capabilities.individual_emoji_changes ?? false),
  present: ({ emojiId, data, all }, { options }) =>
    options.capabilities.individual_emoji_changes
      ? { op: 'update_one', emoji_id: String(emojiId), data }
      : { op: 'update', realm_emoji: all },
});
