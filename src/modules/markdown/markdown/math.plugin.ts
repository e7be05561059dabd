// Math: `$$…$$` inline and ```math blocks, rendered by KaTeX; input that KaTeX rejects is shown as
// typed. Formulas are the most expensive part of a message, so each message has a budget for them.
import katex from 'katex';
import type { MarkdownIt, StateInline } from 'markdown-it';
import { element, escaped, type SafeHtml } from './html.view.js';
import { pushHtml, type Rendering, renderingOf } from './rendering.js';

/** User-defined commands are refused: a short definition can expand without end. */
const DEFINES = /\\(?:[gex]?def|let|futurelet|global|long|(?:re)?newcommand|providecommand|char)/;
/** Characters without glyphs in KaTeX, which would log a warning for each. */
const WITHOUT_GLYPH =
  /[^\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Common}\p{sc=Inherited}]|[\uFE00-\uFE0F\uFFFD]|[^\P{C}\n\t]|\p{ExtPict}|\p{EMod}|\p{RI}/u;
const CELL = /&|\\\\|\\cr/g;

export function math(md: MarkdownIt): void {
  md.inline.ruler.push('math', inlineMath);
}

function inlineMath(state: StateInline): boolean {
  const { src, pos } = state;
  if (!src.startsWith('$$', pos) || src[pos - 1] === '$') return false;
  const end = closing(src, pos + 2);
  if (end === undefined || end + 2 > state.posMax) return false;
  const tex = src.slice(pos + 2, end);
  pushHtml(state, formula(renderingOf(state), tex, false) ?? failed(`$$${tex}$$`));
  state.pos = end + 2;
  return true;
}

/** Returns the position of the closing `$$`. Formulas do not start with `_` or span lines. */
function closing(src: string, start: number): number | undefined {
  if (/[\n_$]/.test(src[start] ?? '\n')) return undefined;
  for (let at = start + 1; at < src.length; at++) {
    const character = src[at];
    if (character === '\n') return undefined;
    if (character === '\\' && src[at + 1] === '$') at++;
    else if (character === '$') {
      return src[at + 1] === '$' && src[at + 2] !== '$' ? at : undefined;
    }
  }
  return undefined;
}

/** Blank lines separate the formulas of a block. */
export function mathBlock(rendering: Rendering, tex: string): SafeHtml {
  const formulas = tex
    .trim()
    .split(/\n{2,}/)
    .map((part) => formula(rendering, part, true) ?? failed(part));
  return element('p', {}, formulas.join('\n\n') as SafeHtml);
}

function failed(text: string): SafeHtml {
  return element('span', { class: 'tex-error' }, escaped(text));
}

function formula(rendering: Rendering, tex: string, displayMode: boolean): SafeHtml | undefined {
  const cells = tex.match(CELL)?.length ?? 0;
  const isAffordable =
    rendering.spend('formulas', 1) &&
    rendering.spend('mathCharacters', tex.length) &&
    rendering.spend('mathCells', cells);
  if (!isAffordable || DEFINES.test(tex) || WITHOUT_GLYPH.test(tex)) return undefined;
  try {
    return katex.renderToString(tex, {
      displayMode,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 200,
      maxSize: 50,
    }) as SafeHtml;
  } catch (error) {
    // RangeError: groups nested deeper than the stack allows.
    if (error instanceof katex.ParseError || error instanceof RangeError) return undefined;
    throw error;
  }
}
