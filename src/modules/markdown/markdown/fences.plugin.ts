// Fenced blocks (``` or ~~~): code, or, by the word after the opening fence, a quote, a spoiler or
// math. Quotes and spoilers contain Markdown, nested fences included. An unclosed block extends to the
// end of the text.
import type { MarkdownIt, StateBlock } from 'markdown-it';
import { codeBlock } from './code-blocks.js';
import { mathBlock } from './math.plugin.js';
import { MAX_BLOCK_LEVEL, pushBlockHtml, renderingOf } from './rendering.js';

const FENCE = /^(`{3,}|~{3,})([^`~]*)$/;
const INFO = /^\{?\.?([\w+\-./#]+)\}?(.*)$/;

interface Fence {
  marker: string;
  kind: 'code' | 'math' | 'quote' | 'spoiler';
  language: string;
  /** The text after the first word. */
  header: string;
}

export function fences(md: MarkdownIt): void {
  md.block.ruler.at('fence', fenced, { alt: ['paragraph', 'blockquote', 'list', 'quote'] });
  md.block.ruler.at('code', indentedCode);
  Object.assign(md.renderer.rules, {
    spoiler_open: () => '<div class="spoiler-block"><div class="spoiler-header">\n',
    spoiler_content: () => '</div><div class="spoiler-content" aria-hidden="true">\n',
    spoiler_close: () => '</div></div>\n',
  });
}

function fenced(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false;
  const fence = parseFence(lineText(state, startLine));
  if (!fence) return false;
  const isNested = fence.kind === 'quote' || fence.kind === 'spoiler';
  if (isNested && state.level >= MAX_BLOCK_LEVEL) return false;
  if (silent) return true;
  const { end, next } = extent(state, startLine + 1, endLine, fence);
  if (isNested) {
    nested(state, startLine, end, fence);
  } else {
    const indent = state.sCount[startLine]!;
    const content = state.getLines(startLine + 1, end, indent, false).replace(/[ \t]+$/gm, '');
    const rendering = renderingOf(state);
    pushBlockHtml(
      state,
      fence.kind === 'math'
        ? mathBlock(rendering, content)
        : codeBlock(rendering, content, fence.language || rendering.context.defaultCodeLanguage),
    );
  }
  state.line = next;
  return true;
}

function parseFence(text: string): Fence | undefined {
  const [, marker, info] = FENCE.exec(text) ?? [];
  if (marker === undefined || info === undefined) return undefined;
  if (info.trim() === '') return { marker, kind: 'code', language: '', header: '' };
  const [, language, header] = INFO.exec(info.trim()) ?? [];
  if (language === undefined || header === undefined) return undefined;
  return { marker, kind: kindOf(language), language, header: header.trim() };
}

function kindOf(language: string): Fence['kind'] {
  switch (language) {
    case 'quote':
    case 'quoted':
      return 'quote';
    case 'spoiler':
    case 'math':
      return language;
    default:
      return 'code';
  }
}

interface Extent {
  /** The line after the content. */
  end: number;
  /** The line after the block. */
  next: number;
}

function extent(state: StateBlock, from: number, endLine: number, opening: Fence): Extent {
  const open = [opening];
  for (let line = from; line < endLine; line++) {
    const isOutside = state.sCount[line]! < state.blkIndent && !state.isEmpty(line);
    if (isOutside) return { end: line, next: line };
    const text = lineText(state, line);
    const innermost = open.at(-1)!;
    if (text === innermost.marker) {
      open.pop();
      if (open.length === 0) return { end: line, next: line + 1 };
    } else if (innermost.kind === 'quote' || innermost.kind === 'spoiler') {
      const inner = parseFence(text);
      if (inner) open.push(inner);
    }
  }
  return { end: endLine, next: endLine };
}

function nested(state: StateBlock, startLine: number, end: number, fence: Fence): void {
  const { lineMax, parentType } = state;
  Object.assign(state, { lineMax: end, parentType: 'root' });
  if (fence.kind === 'quote') {
    state.push('blockquote_open', 'blockquote', 1);
    state.md.block.tokenize(state, startLine + 1, end);
    state.push('blockquote_close', 'blockquote', -1);
  } else {
    state.push('spoiler_open', '', 1);
    state.md.block.parse(fence.header, state.md, state.env, state.tokens);
    state.push('spoiler_content', '', 0);
    state.md.block.tokenize(state, startLine + 1, end);
    state.push('spoiler_close', '', -1);
  }
  Object.assign(state, { lineMax, parentType });
}

function indentedCode(state: StateBlock, startLine: number, endLine: number): boolean {
  const isIndented = (line: number): boolean => state.sCount[line]! - state.blkIndent >= 4;
  if (!isIndented(startLine)) return false;
  let end = startLine + 1;
  for (let line = end; line < endLine; line++) {
    if (state.isEmpty(line)) continue;
    if (!isIndented(line)) break;
    end = line + 1;
  }
  const content = state.getLines(startLine, end, 4 + state.blkIndent, false);
  pushBlockHtml(state, codeBlock(renderingOf(state), content, ''));
  state.line = end;
  return true;
}

function lineText(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd();
}
