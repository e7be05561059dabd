// The visible text of rendered HTML, and the position of each part of it in the HTML. Expects the HTML of
// this server: well-formed, with `<` and `>` escaped in attributes.
import { decodeHTMLStrict } from 'entities/decode';

export interface VisibleText {
  text: string;
  parts: TextPart[];
  /** The number of tags, entities and runs of text. */
  tokens: number;
}

/** A run of text, or one entity, that can be highlighted. */
export interface TextPart {
  /** Offset in the text. */
  start: number;
  end: number;
  /** Offset in the HTML. */
  htmlStart: number;
  htmlEnd: number;
  isEntity: boolean;
}

const TAG = /<(\/?)([a-z][a-z0-9-]*)?[^>]*>/iy;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,31});/iy;
const RUN = /[<&]?[^<&]*/y;

/** Inline elements; all others separate words. */
const INLINE = new Set('a b code del em i mark s small span strong sub sup time u'.split(' '));

export function visibleText(html: string): VisibleText {
  const parts: TextPart[] = [];
  const formulas = new FormulaReader();
  let text = '';
  let tokens = 0;
  for (let at = 0, end = 0; at < html.length; at = end) {
    tokens += 1;
    const tag = html[at] === '<' ? matchAt(TAG, html, at) : null;
    if (tag) {
      const [token, slash, name = ''] = tag;
      end = at + token.length;
      formulas.read(token, name, slash === '/');
      if (!INLINE.has(name)) text += '\n';
      continue;
    }
    const entity = html[at] === '&' ? matchAt(ENTITY, html, at) : null;
    const [token] = entity ?? matchAt(RUN, html, at)!;
    end = at + token.length;
    if (formulas.hides) continue;
    const shown = entity ? decodeHTMLStrict(token) : token;
    if (!formulas.isInside) {
      parts.push({
        start: text.length,
        end: text.length + shown.length,
        htmlStart: at,
        htmlEnd: end,
        isEntity: entity !== null,
      });
    }
    text += shown;
  }
  return { text, parts, tokens };
}

/** Matches a sticky pattern at a position. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The source of a formula is searchable; its rendering is skipped. */
class FormulaReader {
  private isSource = false;
  private isMathMl = false;
  private drawingDepth = 0;

  get isInside(): boolean {
    return this.isMathMl || this.drawingDepth > 0;
  }

  get hides(): boolean {
    return this.isInside && !this.isSource;
  }

  read(tag: string, name: string, isEnd: boolean): void {
    if (name === 'math') this.isMathMl = !isEnd;
    if (name === 'annotation') this.isSource = !isEnd;
    if (name !== 'span') return;
    if (this.drawingDepth > 0) this.drawingDepth += isEnd ? -1 : 1;
    else if (tag.includes('class="katex-html"')) this.drawingDepth = 1;
  }
}
