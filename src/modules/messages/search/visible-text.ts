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

const TOKENS = /<[^>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,31});|[^<&]+|[<&]/gi;
const TAG = /^<(\/?)([a-z][a-z0-9-]*)/i;

/** Inline elements; all others separate words. */
const INLINE = new Set('a b code del em i mark s small span strong sub sup time u'.split(' '));

export function visibleText(html: string): VisibleText {
  const parts: TextPart[] = [];
  const formulas = new FormulaReader();
  let text = '';
  let tokens = 0;
  for (const { 0: token, index } of html.matchAll(TOKENS)) {
    tokens += 1;
    if (token.startsWith('<') && token.length > 1) {
      const [, slash, name = ''] = TAG.exec(token) ?? [];
      formulas.read(token, name, slash === '/');
      if (!INLINE.has(name)) text += '\n';
      continue;
    }
    if (formulas.hides) continue;
    const isEntity = token.startsWith('&') && token.length > 1;
    const shown = isEntity ? decodeHTMLStrict(token) : token;
    if (!formulas.isInside) {
      const start = text.length;
      const end = start + shown.length;
      parts.push({ start, end, htmlStart: index, htmlEnd: index + token.length, isEntity });
    }
    text += shown;
  }
  return { text, parts, tokens };
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
