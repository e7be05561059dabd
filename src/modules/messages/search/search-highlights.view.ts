// Marks what was searched for. Only runs of text are wrapped, never a tag or a part of an entity, so
// the HTML stays as well-formed as it was.
import { escaped } from '#modules/markdown/markdown';
import { matchesWord, type SearchTerm, type SearchWord } from './search-terms.js';
import type { Search } from './search.service.js';
import { type TextPart, visibleText } from './visible-text.js';
import { type Word, wordsOf } from './words.js';

interface Range {
  start: number;
  end: number;
}

export interface Highlighter {
  html(html: string): string;
  /** Plain text becomes HTML. */
  text(text: string): string;
}

/** For many texts, which mostly have the same words: each of them is compared once. */
export function highlighter(searches: Search[]): Highlighter {
  const terms = searches.flatMap((search) => search.terms);
  const finders = terms.map((term) =>
    term.literal === undefined ? phraseFinder(term) : literalFinder(term.literal),
  );
  const matches = (text: string): Range[] => {
    const words = wordsOf(text);
    return apart(finders.flatMap((find) => find(text, words)));
  };
  return {
    html(html) {
      const { text, parts } = visibleText(html);
      const ranges = matches(text);
      if (ranges.length === 0) return html;
      return wrapped(
        html,
        parts.flatMap((part) => htmlRanges(part, ranges)),
      );
    },
    text(text) {
      let result = '';
      let end = 0;
      for (const range of matches(text)) {
        result += `${escaped(text.slice(end, range.start))}${OPEN}${escaped(text.slice(range.start, range.end))}${CLOSE}`;
        end = range.end;
      }
      return result + escaped(text.slice(end));
    },
  };
}

const OPEN = '<span class="highlight">';
const CLOSE = '</span>';

/** In order and apart from each other. */
function apart(found: Range[]): Range[] {
  const ranges: Range[] = [];
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

/** Finds matching parts of a text, of which the words are given. */
type Finder = (text: string, words: Word[]) => Range[];

function phraseFinder({ words: wanted }: SearchTerm): Finder {
  const [isFirst, ...others] = wanted.map(wordMatcher);
  if (!isFirst) return () => [];
  return (_, words) => {
    const ranges: Range[] = [];
    for (let first = 0; first + others.length < words.length; first++) {
      if (!isFirst(words[first]!.form)) continue;
      const isHere = others.every((matches, offset) => matches(words[first + offset + 1]!.form));
      if (!isHere) continue;
      ranges.push({ start: words[first]!.start, end: words[first + others.length]!.end });
    }
    return ranges;
  };
}

function wordMatcher(wanted: SearchWord): (form: string) => boolean {
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
  return (text) =>
    Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
    }));
}

/** Where the ranges of a text are in the HTML of one of its parts; an entity is taken whole. */
function htmlRanges(part: TextPart, ranges: Range[]): Range[] {
  return ranges
    .filter(({ start, end }) => start < part.end && end > part.start)
    .map(({ start, end }) =>
      part.isEntity
        ? { start: part.htmlStart, end: part.htmlEnd }
        : {
            start: part.htmlStart + Math.max(start - part.start, 0),
            end: part.htmlStart + Math.min(end, part.end) - part.start,
          },
    );
}

/** Ranges that touch become one. */
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
