// What can be seen in a piece of running text at one go, before it is parsed: code spans, pairs of
// brackets, addresses, linkifier matches, emoji. The inline rules only look up whether something
// begins where they stand, so that their work grows with the text and no faster.
import { findEmojiSequences, type FoundEmoji } from '#modules/realms/emoji';
import { findAddresses } from './addresses.js';
import type { MarkdownContext } from './context.js';
import { findEmoticons } from './emoticons.js';
import type { TextLink } from './linkifier-set.js';

/** Where one of the inline rules may find something to do. */
const SPECIAL = new Set(Array.from('\n*[!~&<@#:$`', (character) => character.charCodeAt(0)));

export interface CodeSpan {
  contentStart: number;
  contentEnd: number;
  end: number;
}

export class InlineScan {
  readonly codeSpans: ReadonlyMap<number, CodeSpan>;
  /** From each opening bracket to the one that closes it. */
  readonly brackets: ReadonlyMap<number, number>;
  readonly addresses: ReadonlyMap<number, TextLink>;
  readonly linkifierMatches: ReadonlyMap<number, TextLink>;
  readonly emoji: ReadonlyMap<number, FoundEmoji>;
  readonly emoticons: ReadonlyMap<number, FoundEmoji>;
  /** 1 where plain text has to stop. */
  private readonly stops: Uint8Array;

  constructor(
    readonly source: string,
    context: MarkdownContext,
  ) {
    this.codeSpans = findCodeSpans(source);
    this.brackets = findBrackets(source, this.codeSpans);
    this.addresses = byStart(findAddresses(source));
    this.linkifierMatches = byStart(context.linkifiers.find(source));
    this.emoji = byStart(findEmojiSequences(source));
    this.emoticons = byStart(context.translateEmoticons ? findEmoticons(source) : []);
    this.stops = new Uint8Array(source.length + 1);
    for (let at = 0; at < source.length; at++) {
      if (SPECIAL.has(source.charCodeAt(at))) this.stops[at] = 1;
    }
    const found = [this.addresses, this.linkifierMatches, this.emoji, this.emoticons];
    for (const starts of found) for (const at of starts.keys()) this.stops[at] = 1;
  }

  /** The first place after `from` where a rule may apply, or `end`. */
  nextStop(from: number, end: number): number {
    const next = this.stops.indexOf(1, from + 1);
    return next === -1 || next > end ? end : next;
  }

  isStop(at: number): boolean {
    return this.stops[at] === 1;
  }
}

function byStart<T extends { start: number }>(found: T[]): ReadonlyMap<number, T> {
  return new Map(found.map((one) => [one.start, one]));
}

/** A run of backticks opens a span when a run of the same length follows somewhere. */
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

/** Brackets inside code spans are code. */
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
