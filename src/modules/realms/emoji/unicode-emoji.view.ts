// Names and codes of Unicode emoji. A code consists of the code points in hexadecimal, without variation
// selectors. Every emoji has its Unicode name and the short names that are common in chats; names that the
// protocol defines take precedence.
import { gemoji } from 'gemoji';
import { NEWER_NAMES, PROTOCOL_NAMES } from './emoji-names.js';

export interface EmojiMatch {
  start: number;
  end: number;
  name: string;
  code: string;
}

const SEQUENCE =
  /[#*0-9]\uFE0F?\u20E3|\p{RI}\p{RI}|\p{ExtPict}\p{EMod}?\uFE0F?(?:[\u{E0020}-\u{E007E}]+\u{E007F})?(?:\u200D\p{ExtPict}\p{EMod}?\uFE0F?)*/gu;

/** Characters that are text rather than emoji unless a variation selector follows. */
const TEXT_SIGNS = new Set([
  '00a9',
  '00ae',
  '2122',
  '2139',
  '24c2',
  '3030',
  '303d',
  '203c',
  '2049',
]);

const codesByName = new Map<string, string>();
const namesByCode = new Map<string, string>();

for (const [emoji, name] of NEWER_NAMES) addUnicodeName(emoji, name);
for (const { emoji, description } of gemoji) {
  if (!namesByCode.has(codeOf(emoji))) addUnicodeName(emoji, snakeCase(description));
}
for (const { emoji, names } of gemoji) {
  for (const name of names) if (!codesByName.has(name)) codesByName.set(name, codeOf(emoji));
}
for (const [emoji, names] of PROTOCOL_NAMES) {
  const code = codeOf(emoji);
  const [first, ...others] = names.split(' ');
  namesByCode.set(code, first!);
  for (const name of [first!, ...others]) codesByName.set(name, code);
}

/** The code of the emoji with this name. */
export function emojiByName(name: string): string | undefined {
  return codesByName.get(name);
}

/** Returns the emoji in a text, by ascending position. Unknown sequences are ignored. */
export function findEmojiSequences(source: string): EmojiMatch[] {
  const matches: EmojiMatch[] = [];
  for (const { index, 0: sequence } of source.matchAll(SEQUENCE)) {
    const code = codeOf(sequence);
    const name = namesByCode.get(code);
    if (name === undefined || (TEXT_SIGNS.has(code) && !sequence.endsWith('\uFE0F'))) continue;
    matches.push({ start: index, end: index + sequence.length, name, code });
  }
  return matches;
}

function addUnicodeName(emoji: string, name: string): void {
  const code = codeOf(emoji);
  namesByCode.set(code, name);
  codesByName.set(name, code);
}

/** For example, `AB button (blood type)` becomes `ab_button`. */
function snakeCase(description: string): string {
  return description
    .replace(/ \(.*\)/, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
}

function codeOf(emoji: string): string {
  return Array.from(emoji.replaceAll('\uFE0F', ''), (character) =>
    character.codePointAt(0)!.toString(16).padStart(4, '0'),
  ).join('-');
}
