// Emoji in the form of the API, for reactions, topic icons and the custom emoji of a realm.
import type { Schema } from '#platform/http/contract.js';
import type { CustomEmojiEntity } from './custom-emoji.entity.js';

export const REACTION_TYPES = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const;

/** The namespace of a code: Unicode, custom emoji of the realm, or built in. */
export type ReactionType = (typeof REACTION_TYPES)[number];

export interface Emoji {
  emojiName: string;
  emojiCode: string;
  reactionType: ReactionType;
}

export function emojiView(emoji: Emoji): Schema<'TopicIcon'> {
  return {
    emoji_name: emoji.emojiName,
    emoji_code: emoji.emojiCode,
    reaction_type: emoji.reactionType,
  };
}

/** The only built-in emoji; its code is its name. */
export const EXTRA_EMOJI = 'zulip';

export function customEmojiUrl({ realmId, fileName }: CustomEmojiEntity): string {
  return pictureUrl(realmId, fileName);
}

function customEmojiView(emoji: CustomEmojiEntity): Schema<'RealmEmoji'> {
  const { realmId, stillFileName } = emoji;
  return {
    id: String(emoji.id),
    name: emoji.name,
    source_url: customEmojiUrl(emoji),
    still_url: stillFileName === null ? null : pictureUrl(realmId, `still/${stillFileName}`),
    deactivated: emoji.isDeactivated,
    author_id: emoji.authorId,
  };
}

/** The custom emoji keyed by id. */
export function customEmojiMap(
  all: readonly CustomEmojiEntity[],
): Record<string, Schema<'RealmEmoji'>> {
  return Object.fromEntries(all.map((emoji) => [emoji.id, customEmojiView(emoji)]));
}

function pictureUrl(realmId: number, fileName: string): string {
  return `/user_avatars/${realmId}/emoji/images/${fileName}`;
}
