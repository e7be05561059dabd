// Emoji as reactions, topics and the list of an organization name them.
import type { Schema } from '#platform/http/contract.js';

export const REACTION_TYPES = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const;

/** The namespace of a code: Unicode, the organization's own emoji, or built in. */
export type ReactionType = (typeof REACTION_TYPES)[number];

export interface Emoji {
  emoji_name: string;
  emoji_code: string;
  reaction_type: ReactionType;
}

/** The one emoji that is built in; its code is its name. */
export const EXTRA_EMOJI = 'zulip';

/** A row of the table `realm_emoji`. */
export interface CustomEmoji {
  id: number;
  realm_id: number;
  author_id: number | null;
  name: string;
  file_name: string;
  still_file_name: string | null;
  is_deactivated: boolean;
}

export function customEmojiUrl({ realm_id, file_name }: CustomEmoji): string {
  return pictureUrl(realm_id, file_name);
}

function customEmojiView(emoji: CustomEmoji): Schema<'RealmEmoji'> {
  return {
    id: String(emoji.id),
    name: emoji.name,
    source_url: customEmojiUrl(emoji),
    still_url:
      emoji.still_file_name === null ? null : pictureUrl(emoji.realm_id, emoji.still_file_name),
    deactivated: emoji.is_deactivated,
    author_id: emoji.author_id,
  };
}

/** All emoji of an organization by id, deactivated ones included. */
export function customEmojiMap(all: readonly CustomEmoji[]): Record<string, Schema<'RealmEmoji'>> {
  return Object.fromEntries(all.map((emoji) => [emoji.id, customEmojiView(emoji)]));
}

function pictureUrl(realmId: number, fileName: string): string {
  return `/user_avatars/${realmId}/emoji/images/${encodeURIComponent(fileName)}`;
}
