// Names and codes of Unicode emoji. A code is the code points in hexadecimal, without variation selectors.
// The displayed name is that of the protocol (emoji-names.txt) or else the Unicode name, with underscores.
// Short names that are common elsewhere, and names of earlier versions, are understood as well.
import { gemoji } from 'gemoji';
import { readFileSync } from 'node:fs';
import { NEWER_NAMES } from './emoji-names.js';

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

// Later names replace earlier ones.
for (const { emoji, names } of gemoji) {
  for (const name of names) if (!codesByName.has(name)) codesByName.set(name, codeOf(emoji));
}
for (const { emoji, description } of gemoji) {
  codesByName.set(formerName(description), codeOf(emoji));
}
for (const { emoji, description } of gemoji) setDisplayedName(emoji, unicodeName(description));
for (const [emoji, name] of NEWER_NAMES) setDisplayedName(emoji, name);
for (const [emoji, name, ...others] of protocolNames()) {
  for (const other of others) codesByName.set(other, codeOf(emoji));
  setDisplayedName(emoji, name);
}

/** All names of each emoji, the displayed one first. */
export const EMOJI_NAMES: Readonly<Record<string, readonly string[]>> = namesOfCodes();

/** Codes that names had in earlier versions; clients with a table of their own may send them. */
const FORMER_CODES = new Map([['smile', '1f642']]);

/** Whether the emoji with this code has the name, or had it. */
export function isEmojiName(name: string, code: string): boolean {
  return codesByName.get(name) === code || FORMER_CODES.get(name) === code;
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

function setDisplayedName(emoji: string, name: string): void {
  const code = codeOf(emoji);
  namesByCode.set(code, name);
  codesByName.set(name, code);
}

function protocolNames(): [emoji: string, name: string, ...others: string[]][] {
  return readFileSync(new URL('emoji-names.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('//'))
    .map((line) => line.split(' ') as [string, string, ...string[]]);
}

function namesOfCodes(): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const [emoji, ...own] of protocolNames()) names[codeOf(emoji)] = own;
  for (const [code, name] of namesByCode) names[code] ??= [name];
  for (const [name, code] of codesByName) {
    const known = names[code];
    if (known && !known.includes(name)) known.push(name);
  }
  return names;
}

/** `AB button (blood type)` is `ab_button_blood_type`. */
function unicodeName(description: string): string {
  return description
    .toLowerCase()
    .replaceAll(/[“”‘’':.,()!]/g, '')
    .replaceAll('&', 'and')
    .replaceAll('#', 'number_sign')
    .replaceAll('*', 'asterisk')
    .replaceAll(/[ –-]+/g, '_')
    .replaceAll(/_+/g, '_');
}

/** The Unicode name as earlier versions wrote it: `AB button (blood type)` is `ab_button`. */
function formerName(description: string): string {
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
