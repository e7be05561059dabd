// Highlights the matches of a search. Only runs of text are wrapped, never a tag or a part of an entity,
// so that the HTML stays well-formed.
import { escaped } from '#modules/markdown/markdown';
import { matchesWord, type SearchTerm, type SearchWord } from './search-terms.js';
import type { Search } from './search.service.js';
import { type TextPart, visibleText } from './visible-text.js';
import { stemOf, type Word, wordsOf } from './words.js';

interface Range {
  start: number;
  end: number;
}

export interface Highlighter {
  html(html: string): string;
  /** Escapes the text. */
  text(text: string): string;
}

/** The budget of one response for tokens, words and comparisons; each takes about a microsecond. */
const MAX_STEPS = 500_000;
/** Comparisons of characters per step. */
const CHARACTERS = 500;

/**
 * A highlighter for the texts of one response: the comparison of each word is cached. After MAX_STEPS,
 * there are no further highlights.
 */
export function highlighter(searches: Search[], steps = MAX_STEPS): Highlighter {
  const budget = { steps };
  const terms = searches.flatMap((search) => search.terms);
  const literals = new Set(terms.flatMap(({ literal }) => literal ?? []));
  const finders = [phraseFinder(distinctPhrases(terms)), ...[...literals].map(literalFinder)];
  const matches = (text: string): Range[] => {
    const words = wordsOf(text);
    return apart(finders.flatMap((find) => find(text, words, budget)));
  };
  return {
    html(html) {
      if (budget.steps <= 0) return html;
      const { text, parts, tokens } = visibleText(html);
      budget.steps -= tokens;
      const ranges = matches(text);
      return ranges.length === 0 ? html : wrapped(html, htmlRanges(parts, ranges));
    },
    text(text) {
      let result = '';
      let end = 0;
      for (const range of budget.steps > 0 ? matches(text) : []) {
        result += `${escaped(text.slice(end, range.start))}${OPEN}${escaped(text.slice(range.start, range.end))}${CLOSE}`;
        end = range.end;
      }
      return result + escaped(text.slice(end));
    },
  };
}

const OPEN = '<span class="highlight">';
const CLOSE = '</span>';

/** Ascending and disjoint. */
function apart(found: Range[]): Range[] {
  const ranges: Range[] = [];
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

/** Finds the matches in a text within the budget. */
type Finder = (text: string, words: Word[], budget: { steps: number }) => Range[];

function distinctPhrases(terms: SearchTerm[]): SearchWord[][] {
  const phrases = new Map(terms.map(({ words }) => [JSON.stringify(words), words]));
  return [...phrases.values()].filter(({ length }) => length > 0);
}

function phraseFinder(phrases: SearchWord[][]): Finder {
  const startingWith = phraseIndex(phrases);
  const matchers = new Map(phrases.map((phrase) => [phrase, phrase.map(wordMatcher)]));
  return (_, words, budget) => {
    const ranges: Range[] = [];
    for (const [first, { form, start }] of words.entries()) {
      budget.steps -= 1;
      for (const phrase of startingWith(form)) {
        const last = matchEnd(words, first, matchers.get(phrase)!, budget);
        if (last !== undefined) ranges.push({ start, end: words[last]!.end });
      }
    }
    return ranges;
  };
}

/** The index of the last word of a phrase whose first word is at `first`, if the others follow. */
function matchEnd(
  words: Word[],
  first: number,
  matchers: WordMatcher[],
  budget: { steps: number },
): number | undefined {
  for (let offset = 1; offset < matchers.length; offset++) {
    const word = words[first + offset];
    if (--budget.steps < 0 || !word || !matchers[offset]!(word.form)) return undefined;
  }
  return first + matchers.length - 1;
}

/**
 * Finds the phrases whose first word matches a form. The number of look-ups grows with the number of
 * different lengths of prefixes, not with that of phrases.
 */
function phraseIndex(phrases: SearchWord[][]): (form: string) => Iterable<SearchWord[]> {
  const byForm = new Map<string, SearchWord[][]>();
  const byStem = new Map<string, SearchWord[][]>();
  const byPrefix = new Map<string, SearchWord[][]>();
  const initials = new Set<string | undefined>();
  for (const phrase of phrases) {
    const { form, stem, isPrefix } = phrase[0]!;
    add(isPrefix ? byPrefix : byForm, form, phrase);
    initials.add(form[0]);
    if (stem === undefined) continue;
    add(byStem, stem, phrase);
    initials.add(stem[0]);
  }
  const lengths = new Set(Array.from(byPrefix.keys(), ({ length }) => length));
  const known = new Map<string, Set<SearchWord[]>>();
  return (form) => {
    // Forms of a word have the same first letters, and most words start differently from the phrases.
    if (!initials.has(form[0])) return NONE;
    let found = known.get(form);
    if (!found) {
      const stems = byStem.get(stemOf(form));
      const prefixes = [...lengths].flatMap(
        (length) => (form.length >= length && byPrefix.get(form.slice(0, length))) || [],
      );
      found = new Set([...(byForm.get(form) ?? []), ...(stems ?? []), ...prefixes]);
      known.set(form, found);
    }
    return found;
  };
}

const NONE: SearchWord[][] = [];

function add(index: Map<string, SearchWord[][]>, key: string, phrase: SearchWord[]): void {
  const phrases = index.get(key);
  if (phrases) phrases.push(phrase);
  else index.set(key, [phrase]);
}

type WordMatcher = (form: string) => boolean;

function wordMatcher(wanted: SearchWord): WordMatcher {
  const known = new Map<string, boolean>();
  return (form) => {
    let matches = known.get(form);
    if (matches === undefined) {
      matches = matchesWord(form, wanted);
      known.set(form, matches);
    }
    return matches;
  };
}

function literalFinder(literal: string): Finder {
  const pattern = new RegExp(literal.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');
  return (text, _, budget) => {
    budget.steps -= Math.ceil((text.length * literal.length) / CHARACTERS);
    return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
    }));
  };
}

/**
 * Maps ranges of a text to ranges in the HTML of its parts; entities are not split. Parts and ranges are
 * ascending and disjoint, so that one pass is enough.
 */
function htmlRanges(parts: TextPart[], ranges: Range[]): Range[] {
  const found: Range[] = [];
  let next = 0;
  for (const part of parts) {
    while (next < ranges.length && ranges[next]!.end <= part.start) next++;
    for (let at = next; at < ranges.length && ranges[at]!.start < part.end; at++) {
      found.push(htmlRange(part, ranges[at]!));
    }
  }
  return found;
}

function htmlRange(part: TextPart, { start, end }: Range): Range {
  if (part.isEntity) return { start: part.htmlStart, end: part.htmlEnd };
  return {
    start: part.htmlStart + Math.max(start - part.start, 0),
    end: part.htmlStart + Math.min(end, part.end) - part.start,
  };
}

/** Merges adjacent ranges. */
function wrapped(html: string, ranges: Range[]): string {
  let result = '';
  let end = 0;
  let isOpen = false;
  for (const range of ranges) {
    if (!isOpen || range.start !== end) {
      result += `${isOpen ? CLOSE : ''}${html.slice(end, range.start)}${OPEN}`;
    }
    result += html.slice(range.start, range.end);
    end = range.end;
    isOpen = true;
  }
  return `${result}${isOpen ? CLOSE : ''}${html.slice(end)}`;
}
