// One scan of a text before it is parsed: code spans, bracket pairs, addresses, linkifier matches and
// emoji. The inline rules look up whether one starts at their position, which keeps parsing linear.
import { findEmojiSequences, type EmojiMatch } from '#modules/realms/emoji';
import { findAutolinks } from './autolinks.js';
import type { MarkdownContext } from './context.js';
import { findEmoticons } from './emoticons.js';
import type { TextLink } from './linkifier-set.js';

/** Characters at which an inline rule may apply. */
const SPECIAL = new Set(Array.from('\n*[!~&<@#:$`', (character) => character.charCodeAt(0)));

export interface CodeSpan {
  contentStart: number;
  contentEnd: number;
  end: number;
}

export class InlineScan {
  readonly codeSpans: ReadonlyMap<number, CodeSpan>;
  /** Positions of closing brackets by those of the opening ones. */
  readonly brackets: ReadonlyMap<number, number>;
  readonly autolinks: ReadonlyMap<number, TextLink>;
  readonly linkifierMatches: ReadonlyMap<number, TextLink>;
  readonly emoji: ReadonlyMap<number, EmojiMatch>;
  readonly emoticons: ReadonlyMap<number, EmojiMatch>;
  /** 1 at positions where plain text ends. */
  private readonly stops: Uint8Array;

  constructor(
    readonly source: string,
    context: MarkdownContext,
  ) {
    this.codeSpans = findCodeSpans(source);
    this.brackets = findBrackets(source, this.codeSpans);
    this.autolinks = byStart(findAutolinks(source));
    this.linkifierMatches = byStart(context.linkifiers.find(source));
    this.emoji = byStart(findEmojiSequences(source));
    this.emoticons = byStart(context.translateEmoticons ? findEmoticons(source) : []);
    this.stops = new Uint8Array(source.length + 1);
    for (let at = 0; at < source.length; at++) {
      if (SPECIAL.has(source.charCodeAt(at))) this.stops[at] = 1;
    }
    const found = [this.autolinks, this.linkifierMatches, this.emoji, this.emoticons];
    for (const starts of found) for (const at of starts.keys()) this.stops[at] = 1;
  }

  /** Returns the first position after `from` where a rule may apply, or `end`. */
  nextStop(from: number, end: number): number {
    const next = this.stops.indexOf(1, from + 1);
    return next === -1 || next > end ? end : next;
  }

  isStop(at: number): boolean {
    return this.stops[at] === 1;
  }
}

function byStart<T extends { start: number }>(found: T[]): ReadonlyMap<number, T> {
  return new Map(found.map((match) => [match.start, match]));
}

/** A run of backticks opens a span if a run of the same length follows. */
function findCodeSpans(source: string): Map<number, CodeSpan> {
  const runs = [...source.matchAll(/`+/g)].map(({ index, 0: { length } }) => ({ index, length }));
  const nextOfLength = new Map<number, number>();
  const closedBy: (number | undefined)[] = [];
  for (let at = runs.length - 1; at >= 0; at--) {
    const { length } = runs[at]!;
    closedBy[at] = nextOfLength.get(length);
    nextOfLength.set(length, at);
  }
  const spans = new Map<number, CodeSpan>();
  let at = 0;
  while (at < runs.length) {
    const closer = closedBy[at];
    const { index, length } = runs[at]!;
    if (closer === undefined) {
      at++;
      continue;
    }
    const contentEnd = runs[closer]!.index;
    spans.set(index, { contentStart: index + length, contentEnd, end: contentEnd + length });
    at = closer + 1;
  }
  return spans;
}

/** Brackets inside code spans do not count. */
function findBrackets(
  source: string,
  codeSpans: ReadonlyMap<number, CodeSpan>,
): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  let codeUntil = 0;
  for (const { index, 0: found } of source.matchAll(/`+|[[\]]/g)) {
    if (index < codeUntil) continue;
    if (found === '[') open.push(index);
    else if (found !== ']') codeUntil = codeSpans.get(index)?.end ?? codeUntil;
    else if (open.length > 0) pairs.set(open.pop()!, index);
  }
  return pairs;
}
