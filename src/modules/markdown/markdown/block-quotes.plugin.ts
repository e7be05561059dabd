// `>` quotes. A quote continues to the next empty line or fence, with or without further `>` signs.
// Signs without content are text.
import type { MarkdownIt, StateBlock } from 'markdown-it';
import { MAX_BLOCK_LEVEL } from './rendering.js';

const SIGN = '>'.charCodeAt(0);

export function blockQuotes(md: MarkdownIt): void {
  md.block.ruler.at('blockquote', blockQuote, { alt: ['paragraph', 'blockquote', 'list'] });
}

function blockQuote(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if (state.level >= MAX_BLOCK_LEVEL || !isSigned(state, startLine)) return false;
  if (isVoid(state, startLine, endLine)) return false;
  if (silent) return true;
  const before = { lineMax: state.lineMax, parentType: state.parentType, indent: state.blkIndent };
  const nextLine = endOfQuote(state, startLine, endLine);
  const lines = Array.from({ length: nextLine - startLine }, (_, offset) => startLine + offset);
  const restore = lines.map((line) => strip(state, line));
  Object.assign(state, { parentType: 'blockquote', lineMax: nextLine, blkIndent: 0 });
  state.push('blockquote_open', 'blockquote', 1);
  state.md.block.tokenize(state, startLine, nextLine);
  state.push('blockquote_close', 'blockquote', -1);
  for (const undo of restore) undo();
  Object.assign(state, { lineMax: before.lineMax, parentType: before.parentType });
  state.blkIndent = before.indent;
  state.line = nextLine;
  return true;
}

function isSigned(state: StateBlock, line: number): boolean {
  const indent = state.sCount[line]! - state.blkIndent;
  return indent >= 0 && indent < 4 && state.src.charCodeAt(contentStart(state, line)) === SIGN;
}

function contentStart(state: StateBlock, line: number): number {
  return state.bMarks[line]! + state.tShift[line]!;
}

function endOfQuote(state: StateBlock, startLine: number, endLine: number): number {
  const terminators = state.md.block.ruler.getRules('quote');
  let line = startLine + 1;
  for (; line < endLine && !state.isEmpty(line); line++) {
    if (isSigned(state, line)) continue;
    if (state.sCount[line]! < state.blkIndent) break;
    if (terminators.some((rule) => rule(state, line, endLine, true))) break;
  }
  return line;
}

/** By document: the end of a run of lines with nothing but signs. Cached, so that it is found once per run. */
const voidUntil = new WeakMap<StateBlock, number>();

function isVoid(state: StateBlock, startLine: number, endLine: number): boolean {
  if (startLine < (voidUntil.get(state) ?? 0)) return true;
  let line = startLine;
  for (; line < endLine && !state.isEmpty(line); line++) {
    const text = state.src.slice(contentStart(state, line), state.eMarks[line]);
    if (!/^>[>\s]*$/.test(text)) return false;
  }
  voidUntil.set(state, line);
  return true;
}

/** Removes the sign from a line, or the indentation of the enclosing block. Returns the undo. */
function strip(state: StateBlock, line: number): () => void {
  const bMark = state.bMarks[line]!;
  const tShift = state.tShift[line]!;
  const sCount = state.sCount[line]!;
  const bsCount = state.bsCount[line]!;
  if (isSigned(state, line)) {
    let start = contentStart(state, line) + 1;
    if (/[ \t]/.test(state.src[start] ?? '')) start++;
    let end = start;
    while (end < state.eMarks[line]! && /[ \t]/.test(state.src[end]!)) end++;
    state.bMarks[line] = start;
    state.tShift[line] = end - start;
    state.sCount[line] = end - start;
    state.bsCount[line] = 0;
  } else {
    state.sCount[line] = Math.max(0, sCount - state.blkIndent);
  }
  return () => {
    state.bMarks[line] = bMark;
    state.tShift[line] = tShift;
    state.sCount[line] = sCount;
    state.bsCount[line] = bsCount;
  };
}
