// Tables whose cells are within the budget. Short rows are padded to full width, so a short text can
// produce many cells.
import MarkdownItParser, { type MarkdownIt, type StateBlock } from 'markdown-it';
import { renderingOf } from './rendering.js';

const [builtIn] = new MarkdownItParser('zero').enable('table').block.ruler.getRules('');

export function tables(md: MarkdownIt): void {
  md.block.ruler.at('table', table, { alt: ['paragraph'] });
}

function table(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!builtIn!(state, startLine, endLine, true)) return false;
  if (silent) return true;
  const cells = columnsOf(state, startLine) * rowsOf(state, startLine, endLine);
  if (!renderingOf(state).spend('tableCells', cells)) return false;
  const firstToken = state.tokens.length;
  builtIn!(state, startLine, endLine, false);
  for (const token of state.tokens.slice(firstToken)) {
    const style = token.attrGet('style');
    if (style !== null) token.attrSet('style', `${String(style).replace(':', ': ')};`);
  }
  return true;
}

function columnsOf(state: StateBlock, line: number): number {
  return state.src.slice(state.bMarks[line], state.eMarks[line]).split('|').length;
}

function rowsOf(state: StateBlock, startLine: number, endLine: number): number {
  let line = startLine;
  while (line < endLine && !state.isEmpty(line)) line++;
  return line - startLine;
}
