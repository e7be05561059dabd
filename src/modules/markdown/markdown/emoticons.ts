// Emoticons such as `:)`, translated to emoji for users who enable it.
import { emojiByName, type EmojiMatch } from '#modules/realms/emoji';

const NAMES: Record<string, string> = {
  ':)': 'slight_smile',
  '(:': 'slight_smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'smile',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
};

const EMOTICON = /:[)(|/DpPoO]|\(:|<3|;\)/g;
/** Matches a superset: block markers around an emoticon are not yet removed. */
const POSSIBLE = new RegExp(`(?<![\\p{L}\\d])(?:${EMOTICON.source})(?![\\p{L}\\d/])`, 'u');
/** Characters that may be adjacent to an emoticon. */
const BOUNDARY = /[\s.,;:!?'"()[\]{}<>-]/;

/** Returns emoticons in ascending order. */
export function findEmoticons(source: string): EmojiMatch[] {
  const found: EmojiMatch[] = [];
  for (const { index, 0: emoticon } of source.matchAll(EMOTICON)) {
    const end = index + emoticon.length;
    if (!isBoundary(source[index - 1]) || !isBoundary(source[end])) continue;
    const name = NAMES[emoticon]!;
    found.push({ start: index, end, name, code: emojiByName(name)! });
  }
  return found;
}

/** Whether the source of a message may contain emoticons. */
export function mayHaveEmoticons(source: string): boolean {
  return POSSIBLE.test(source);
}

function isBoundary(character: string | undefined): boolean {
  return character === undefined || BOUNDARY.test(character);
}
