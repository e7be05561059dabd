// Paragraphs, which keep their trailing white space, unlike in CommonMark.
import type { MarkdownIt, StateBlock } from 'markdown-it';

export function paragraphs(md: MarkdownIt): void {
  md.block.ruler.at('paragraph', paragraph);
}

function paragraph(state: StateBlock, startLine: number, endLine: number): boolean {
  const terminators = state.md.block.ruler.getRules('paragraph');
  const { parentType } = state;
  state.parentType = 'paragraph';
  let line = startLine + 1;
  for (; line < endLine && !state.isEmpty(line); line++) {
    if (state.sCount[line]! - state.blkIndent > 3) continue;
    if (terminators.some((rule) => rule(state, line, endLine, true))) break;
  }
  state.parentType = parentType;
  state.line = line;
  const map: [number, number] = [startLine, line];
  const open = state.push('paragraph_open', 'p', 1);
  open.map = map;
  const inline = state.push('inline', '', 0);
  inline.content = state.getLines(startLine, line, state.blkIndent, false).trimStart();
  inline.map = map;
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  return true;
}
