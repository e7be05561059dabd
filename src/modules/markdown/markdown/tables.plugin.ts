// Tables whose cells are within the budget. Short rows are padded to full width, so a short text can
// produce many cells. Unlike in GFM, a `|` inside code or math does not end a cell.
import MarkdownItParser, { type MarkdownIt, type StateBlock } from 'markdown-it';
import { renderingOf } from './rendering.js';

const [builtIn] = new MarkdownItParser('zero').enable('table').block.ruler.getRules('');

export function tables(md: MarkdownIt): void {
  md.block.ruler.at('table', table, { alt: ['paragraph'] });
}

function table(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const isTable = withMaskedPipes(state, startLine, startLine + 1, () =>
    builtIn!(state, startLine, endLine, true),
  );
  if (!isTable || silent) return isTable;
  const rows = rowsOf(state, startLine, endLine);
  if (!renderingOf(state).spend('tableCells', columnsOf(state, startLine) * rows)) return false;
  const firstToken = state.tokens.length;
  withMaskedPipes(state, startLine, startLine + rows, () =>
    builtIn!(state, startLine, endLine, false),
  );
  const tokens = state.tokens.slice(firstToken);
  for (const token of tokens) {
    const style = token.attrGet('style');
    if (style !== null) token.attrSet('style', `${String(style).replace(':', ': ')};`);
  }
  if (!tokens.some(({ type }) => type === 'tbody_open')) {
    addEmptyBody(state, tokens.filter(({ type }) => type === 'th_open').length);
  }
  return true;
}

/** Adds a body with one row of empty cells before the end of the table. */
function addEmptyBody(state: StateBlock, columns: number): void {
  state.tokens.pop();
  state.level++;
  state.push('tbody_open', 'tbody', 1);
  state.push('tr_open', 'tr', 1);
  for (let column = 0; column < columns; column++) {
    state.push('td_open', 'td', 1);
    state.push('td_close', 'td', -1);
  }
  state.push('tr_close', 'tr', -1);
  state.push('tbody_close', 'tbody', -1);
  state.push('table_close', 'table', -1);
}

const CODE_OR_MATH = /(`+)(?!`).*?[^`]\1(?!`)|\$\$(?!\$)[^$]+\$\$/g;

/** Runs `parse` while a character that the text lacks stands for the pipes in code and math. */
function withMaskedPipes(
  state: StateBlock,
  startLine: number,
  endLine: number,
  parse: () => boolean,
): boolean {
  const { src } = state;
  const start = state.bMarks[startLine]!;
  const end = state.eMarks[endLine - 1]!;
  const rows = src.slice(start, end);
  if (!rows.includes('|') || !/[`$]/.test(rows)) return parse();
  const mask = unusedCharacter(src);
  const masked = rows.replace(CODE_OR_MATH, (inner) => inner.replaceAll('|', mask));
  const firstToken = state.tokens.length;
  state.src = src.slice(0, start) + masked + src.slice(end);
  const result = parse();
  state.src = src;
  for (const token of state.tokens.slice(firstToken)) {
    token.content = token.content.replaceAll(mask, '|');
  }
  return result;
}

/** A character of the private use area that does not occur in the text. */
function unusedCharacter(text: string): string {
  let code = 0xe000;
  while (text.includes(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}

function columnsOf(state: StateBlock, line: number): number {
  return state.src.slice(state.bMarks[line], state.eMarks[line]).split('|').length;
}

function rowsOf(state: StateBlock, startLine: number, endLine: number): number {
  let line = startLine;
  while (line < endLine && !state.isEmpty(line)) line++;
  return line - startLine;
}
