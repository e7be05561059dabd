// Plain text up to the next position where another rule may apply, and line breaks.
import type { MarkdownIt, StateInline } from 'markdown-it';
import { scanOf } from './rendering.js';

export function inlineText(md: MarkdownIt): void {
  md.inline.ruler.at('text', text);
  md.inline.ruler.at('newline', newline);
}

function text(state: StateInline): boolean {
  const scan = scanOf(state);
  if (scan.isStop(state.pos)) return false;
  const end = scan.nextStop(state.pos, state.posMax);
  state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
}

function newline(state: StateInline): boolean {
  if (state.src[state.pos] !== '\n') return false;
  state.pending = state.pending.trimEnd();
  state.push('softbreak', 'br', 0);
  startLineOfDelimiters(state);
  let { pos } = state;
  do pos++;
  while (pos < state.posMax && /[ \t]/.test(state.src[pos]!));
  state.pos = pos;
  return true;
}

/**
 * Emphasis does not span lines, so the delimiters of each line are paired separately: markdown-it also
 * pairs the delimiters in the metadata of tokens.
 */
function startLineOfDelimiters(state: StateInline): void {
  const isInsideLink = state._prev_delimiters.length > 0;
  const before = state.delimiters;
  state.delimiters = [];
  state.tokens_meta[state.tokens.length - 1] = {
    delimiters: isInsideLink ? state.delimiters : before,
  };
}
