// Changes of the custom emoji of a realm. Clients with the capability for individual changes receive the
// change, all others the whole list.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody, Schema } from '#platform/http/contract.js';

export type CustomEmojiChange =
  | { op: 'add'; emojiId: number }
  /** `data` are the changed properties. Events of earlier versions have no `op`. */
  | { op?: 'update_one'; emojiId: number; data: { deactivated: boolean } };

type CustomEmojiChanged = CustomEmojiChange & {
  /** All emoji after the change, keyed by id. */
  all: Record<string, Schema<'RealmEmoji'>>;
};

export const realmEmojiEvent = defineEvent<
  CustomEmojiChanged,
  EventBody<'RealmEmojiAddEvent' | 'RealmEmojiUpdateOneEvent' | 'RealmEmojiUpdateEvent'>
>({
  type: 'realm_emoji',
  variantFor: (_, { options }) => String(options.capabilities.individual_emoji_changes ?? false),
  present(change, { options }) {
    const { emojiId, all } = change;
    if (!options.capabilities.individual_emoji_changes) return { op: 'update', realm_emoji: all };
    return change.op === 'add'
      ? { op: 'add', emoji: all[emojiId]! }
      : { op: 'update_one', emoji_id: String(emojiId), data: change.data };
  },
});
