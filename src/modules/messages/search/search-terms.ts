// What somebody searches for: words that must all be there, in any order and inflection, and
// quotations, which must be there as they are. A quotation begins at the beginning of a word and may
// end inside one.
import { stemOf, wordsOf } from './words.js';

export interface SearchTerm {
  /** Follow each other directly. Empty for a quotation without letters or digits. */
  words: SearchWord[];
  /** Must be contained as it is, whatever the case: for what words do not tell apart. */
  literal?: string;
}

export interface SearchWord {
  form: string;
  /** When other inflections match as well: what they have in common. */
  stem?: string;
  /** The word may go on. */
  isPrefix: boolean;
}

const PLAIN = /^[\p{L}\p{N}\p{M} ]+$/u;
const TERMS = /"([^"]*)"|[^\s"]+/g;

export function searchTerms(given: string): SearchTerm[] {
  return Array.from(given.matchAll(TERMS), ([term, quoted]) =>
    quoted === undefined ? wordTerm(term) : quotation(quoted),
  ).filter(({ words, literal }) => words.length > 0 || literal !== undefined);
}

/** `foo.txt` is two words that follow each other. */
function wordTerm(term: string): SearchTerm {
  const words = wordsOf(term);
  if (words.length === 0) return { words: [], literal: term };
  return { words: words.map(({ form }) => ({ form, stem: stemOf(form), isPrefix: false })) };
}

function quotation(quoted: string): SearchTerm {
  const text = quoted.trim().replace(/\s+/g, ' ');
  const words = wordsOf(text);
  // Words do not tell apart what stands between them.
  const isPlain = words.length > 0 && PLAIN.test(text);
  return {
    words: words.map(({ form, end }) => ({
      form,
      isPrefix: end === text.length,
    })),
    ...(isPlain || text === '' ? {} : { literal: text }),
  };
}

/** Whether a word of a text is the one that is searched for. */
export function matchesWord(form: string, wanted: SearchWord): boolean {
  if (form === wanted.form) return true;
  if (wanted.isPrefix) return form.startsWith(wanted.form);
  // Forms of a word begin alike, and most words need not be taken apart.
  return wanted.stem?.[0] === form[0] && wanted.stem === stemOf(form);
}
