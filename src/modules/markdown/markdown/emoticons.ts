// Emoticons that become emoji, for people who want that.
import { emojiByName, type FoundEmoji } from '#modules/realms/emoji';

const NAMES: Record<string, string> = {
  ':)': 'smile',
  '(:': 'smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'smiley',
  ':P': 'stuck_out_tongue',
  ':o': 'open_mouth',
};

const EMOTICON = /:[)(|/DPo]|\(:|<3|;\)/g;
/** More than are found: the signs of a line that stand around one may yet go. */
const POSSIBLE = new RegExp(`(?<![\\p{L}\\d])(?:${EMOTICON.source})(?![\\p{L}\\d/])`, 'u');
/** An emoticon stands between white space and punctuation, not inside a word. */
const BOUNDARY = /[\s.,;:!?'"()[\]{}<>-]/;

/** By ascending position. */
export function findEmoticons(source: string): FoundEmoji[] {
  const found: FoundEmoji[] = [];
  for (const { index, 0: emoticon } of source.matchAll(EMOTICON)) {
    const end = index + emoticon.length;
    if (!isBoundary(source[index - 1]) || !isBoundary(source[end])) continue;
    const name = NAMES[emoticon]!;
    found.push({ start: index, end, name, code: emojiByName(name)! });
  }
  return found;
}

/** Whether there might be emoticons in a text, before it is known what its lines are. */
export function mayHaveEmoticons(source: string): boolean {
  return POSSIBLE.test(source);
}

function isBoundary(character: string | undefined): boolean {
  return character === undefined || BOUNDARY.test(character);
}
