// Splits texts into words, alike for storage, searches and highlights. In scripts without spaces between
// words, each character is a word.
import { stemmer as englishStem } from '@orama/stemmers/english';
import { stemmer as russianStem } from '@orama/stemmers/russian';

export interface Word {
  /** Without case and accents. */
  form: string;
  /** The range of the word in the text. */
  start: number;
  end: number;
}

const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const LETTER = String.raw`\p{L}\p{N}\p{M}`;
const WORDS = new RegExp(`(?=[${UNSPACED}])[${LETTER}]|(?:(?![${UNSPACED}])[${LETTER}])+`, 'gu');
const ASCII = /^[\0-\x7f]*$/;
/** Longer words are truncated: the size of index entries is limited. */
const MAX_LENGTH = 50;

export function wordsOf(text: string): Word[] {
  if (ASCII.test(text)) return asciiWords(text.toLowerCase());
  const words: Word[] = [];
  for (const match of text.matchAll(WORDS)) {
    const [found] = match;
    const form = truncated(normalized(found));
    if (form !== '') words.push({ form, start: match.index, end: match.index + found.length });
  }
  return words;
}

/** Most texts are ASCII; a loop takes a third of the time of a regular expression. */
function asciiWords(text: string): Word[] {
  const words: Word[] = [];
  let start = 0;
  for (let end = 0; end <= text.length; end++) {
    if (isLowerCaseOrDigit(text.charCodeAt(end))) continue;
    if (end > start) {
      words.push({ form: text.slice(start, Math.min(end, start + MAX_LENGTH)), start, end });
    }
    start = end + 1;
  }
  return words;
}

function isLowerCaseOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

function truncated(form: string): string {
  return form.length > MAX_LENGTH ? [...form].slice(0, MAX_LENGTH).join('') : form;
}

/** The stem of a word of a supported language, without its grammatical ending. */
export function stemOf(form: string): string {
  if (/^[a-z]+$/.test(form)) return englishStem(form);
  if (/^[а-я]+$/.test(form)) return russianStem(form);
  return form;
}

/** Accents of European scripts, and the optional vowel signs of Hebrew and Arabic. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;

/** Letters that look accented but have no Unicode decomposition. */
const PLAIN: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

function normalized(word: string): string {
  const lower = word.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter]!);
}
