// Marks what was searched for. Only runs of text are wrapped, never a tag or a part of an entity, so
// the HTML stays as well-formed as it was.
import { escaped } from '#modules/markdown/html.view.js';
import type { Search, SearchTerm } from './search.service.js';
import { matchesWord } from './search-terms.js';
import { type TextPart, visibleText } from './visible-text.js';
import { type Word, wordsOf } from './words.js';

interface Range {
  start: number;
  end: number;
}

export function highlightedHtml(html: string, searches: Search[]): string {
  const { text, parts } = visibleText(html);
  const ranges = matches(text, searches);
  if (ranges.length === 0) return html;
  return wrapped(
    html,
    parts.flatMap((part) => htmlRanges(part, ranges)),
  );
}

export function highlightedText(text: string, searches: Search[]): string {
  let result = '';
  let end = 0;
  for (const range of matches(text, searches)) {
    result += `${escaped(text.slice(end, range.start))}${OPEN}${escaped(text.slice(range.start, range.end))}${CLOSE}`;
    end = range.end;
  }
  return result + escaped(text.slice(end));
}

const OPEN = '<span class="highlight">';
const CLOSE = '</span>';

/** The matching parts of a text, in order and apart from each other. */
function matches(text: string, searches: Search[]): Range[] {
  const words = wordsOf(text);
  const found = searches.flatMap(({ terms }) =>
    terms.flatMap((term) => [...phrases(words, term), ...literals(text, term)]),
  );
  const ranges: Range[] = [];
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

function phrases(words: Word[], term: SearchTerm): Range[] {
  const length = term.words.length;
  if (length === 0 || term.literal !== undefined) return [];
  const ranges: Range[] = [];
  for (let first = 0; first + length <= words.length; first++) {
    const isHere = term.words.every((wanted, offset) =>
      matchesWord(words[first + offset]!.form, wanted),
    );
    if (isHere) ranges.push({ start: words[first]!.start, end: words[first + length - 1]!.end });
  }
  return ranges;
}

function literals(text: string, { literal }: SearchTerm): Range[] {
  if (literal === undefined) return [];
  const pattern = new RegExp(literal.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
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
