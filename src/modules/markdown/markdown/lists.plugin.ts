// Lists. Unlike in CommonMark, the content of an item is indented by two columns whatever the marker,
// a list may directly follow a paragraph, and a change of the bullet continues the list.
import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { MAX_BLOCK_LEVEL } from './rendering.js';

const INDENT = 2;
const MARKER = /([*+-]|(\d{1,9})\.)[ \t]+/y;

interface Marker {
  isOrdered: boolean;
  number: number;
  contentStart: number;
}

export function lists(md: MarkdownIt): void {
  md.block.ruler.at('list', list, { alt: ['paragraph', 'blockquote'] });
  md.renderer.rules['bullet_list_open'] = () => '<ul>\n';
  md.renderer.rules['ordered_list_open'] = (tokens, index, _options, _env, renderer) =>
    `<ol${renderer.renderAttrs(tokens[index]!)}>\n`;
}

function list(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.level >= MAX_BLOCK_LEVEL || isCode(state, startLine)) return false;
  const first = markerAt(state, startLine);
  if (!first) return false;
  if (silent) return first.contentStart < state.eMarks[startLine]!;
  const type = first.isOrdered ? 'ordered_list' : 'bullet_list';
  const tag = first.isOrdered ? 'ol' : 'ul';
  const firstToken = state.tokens.length;
  const open = state.push(`${type}_open`, tag, 1);
  if (first.isOrdered && first.number !== 1) open.attrs = [['start', first.number]];
  const { parentType } = state;
  state.parentType = 'list';
  let isTight = true;
  let endsEmpty = false;
  let line = startLine;
  let marker: Marker | undefined = first;
  while (marker) {
    const isItemTight = item(state, line, endLine, marker);
    if (!isItemTight || endsEmpty) isTight = false;
    endsEmpty = state.line - line > 1 && state.isEmpty(state.line - 1);
    line = state.line;
    marker = line < endLine ? nextMarker(state, line, endLine, first) : undefined;
  }
  state.parentType = parentType;
  state.push(`${type}_close`, tag, -1);
  state.line = line;
  if (isTight) hideParagraphs(state.tokens.slice(firstToken), state.level + 2);
  return true;
}

/** Parses one item; returns whether it contains no empty lines. */
function item(state: StateBlock, line: number, endLine: number, marker: Marker): boolean {
  const { tight, listIndent, blkIndent } = state;
  const bMark = state.bMarks[line]!;
  const tShift = state.tShift[line]!;
  const sCount = state.sCount[line]!;
  state.listIndent = blkIndent;
  state.blkIndent = sCount + INDENT;
  state.tight = true;
  // The first line starts behind the marker, whatever the width of the marker.
  state.bMarks[line] = marker.contentStart;
  state.tShift[line] = 0;
  state.sCount[line] = state.blkIndent;
  state.push('list_item_open', 'li', 1);
  if (marker.contentStart >= state.eMarks[line]! && state.isEmpty(line + 1)) {
    state.line = Math.min(line + 2, endLine);
  } else {
    state.md.block.tokenize(state, line, endLine);
  }
  state.push('list_item_close', 'li', -1);
  const isTight = state.tight;
  Object.assign(state, { tight, listIndent, blkIndent });
  state.bMarks[line] = bMark;
  state.tShift[line] = tShift;
  state.sCount[line] = sCount;
  return isTight;
}

/** Returns the marker of the next item if the list continues. */
function nextMarker(
  state: StateBlock,
  line: number,
  endLine: number,
  first: Marker,
): Marker | undefined {
  if (state.sCount[line]! < state.blkIndent || isCode(state, line)) return undefined;
  const terminators = state.md.block.ruler.getRules('list');
  if (terminators.some((rule) => rule(state, line, endLine, true))) return undefined;
  const marker = markerAt(state, line);
  return marker?.isOrdered === first.isOrdered ? marker : undefined;
}

function markerAt(state: StateBlock, line: number): Marker | undefined {
  MARKER.lastIndex = state.bMarks[line]! + state.tShift[line]!;
  const match = MARKER.exec(state.src);
  if (!match) return undefined;
  const [{ length }, , digits] = match;
  return {
    isOrdered: digits !== undefined,
    number: Number(digits ?? 0),
    contentStart: Math.min(match.index + length, state.eMarks[line]!),
  };
}

/** Whether the line is indented as code. */
function isCode(state: StateBlock, line: number): boolean {
  return state.sCount[line]! - state.blkIndent >= 4;
}

function hideParagraphs(tokens: Token[], level: number): void {
  for (const token of tokens) {
    if (token.level !== level) continue;
    if (token.type === 'paragraph_open' || token.type === 'paragraph_close') token.hidden = true;
  }
}
