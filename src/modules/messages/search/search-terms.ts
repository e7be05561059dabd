// The terms of a search: words, which match in any order and inflection, and quoted phrases, which match
// literally. A phrase starts at the start of a word and may end inside one.
import { stemOf, wordsOf } from './words.js';

export interface SearchTerm {
  /** Consecutive words. Empty for a phrase without letters or digits. */
  words: SearchWord[];
  /** Must be contained literally, apart from case: for punctuation, which words do not have. */
  literal?: string;
}

export interface SearchWord {
  form: string;
  /** The stem of all matching inflections; absent for an exact match. */
  stem?: string;
  /** Matches longer words too. */
  isPrefix: boolean;
}

const PLAIN = /^[\p{L}\p{N}\p{M} ]+$/u;
const TERMS = /"([^"]*)"|[^\s"]+/g;

export function searchTerms(text: string): SearchTerm[] {
  return Array.from(text.matchAll(TERMS), ([term, quoted]) =>
    quoted === undefined ? wordTerm(term) : phraseTerm(quoted),
  ).filter(({ words, literal }) => words.length > 0 || literal !== undefined);
}

/** `foo.txt` is two consecutive words. */
function wordTerm(term: string): SearchTerm {
  const words = wordsOf(term);
  if (words.length === 0) return { words: [], literal: term };
  return { words: words.map(({ form }) => ({ form, stem: stemOf(form), isPrefix: false })) };
}

function phraseTerm(quoted: string): SearchTerm {
  const text = quoted.trim().replace(/\s+/g, ' ');
  const words = wordsOf(text);
  // Words do not contain the characters between them.
  const isPlain = words.length > 0 && PLAIN.test(text);
  return {
    words: words.map(({ form, end }) => ({
      form,
      isPrefix: end === text.length,
    })),
    ...(isPlain || text === '' ? {} : { literal: text }),
  };
}

/** Whether a word of a text matches. */
export function matchesWord(form: string, wanted: SearchWord): boolean {
  if (form === wanted.form) return true;
  if (wanted.isPrefix) return form.startsWith(wanted.form);
  // Inflections share their first character: saves the stemming of most words.
  return wanted.stem?.[0] === form[0] && wanted.stem === stemOf(form);
}
