// `*emphasis*`, `**strong**`, `~~strikethrough~~` and code spans. Unlike in CommonMark, only adjacent
// white space keeps an asterisk from opening or closing, and code spans keep their outer spaces.
import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { element, escaped } from './html.view.js';
import { pushHtml, scanOf } from './rendering.js';

const ASTERISK = '*'.charCodeAt(0);

export function emphasis(md: MarkdownIt): void {
  md.inline.ruler.at('emphasis', asterisks);
  md.inline.ruler.at('strikethrough', strikethrough);
  md.inline.ruler.at('backticks', codeSpan);
  md.inline.ruler2.after('emphasis', 'strong_outside', strongOutside);
}

/** Records the asterisks as delimiters, which markdown-it's own rules pair afterwards. */
function asterisks(state: StateInline): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== ASTERISK) return false;
  let end = pos;
  while (end < posMax && src.charCodeAt(end) === ASTERISK) end++;
  const open = end < posMax && !/\s/.test(src[end]!);
  const close = pos > 0 && !/\s/.test(src[pos - 1]!);
  for (let at = pos; at < end; at++) {
    state.push('text', '', 0).content = '*';
    state.delimiters.push({
      marker: ASTERISK,
      length: end - pos,
      token: state.tokens.length - 1,
      end: -1,
      open,
      close,
    });
  }
  state.pos = end;
  return true;
}

/** Makes `***text***` strong outside and emphasis inside, the reverse of markdown-it. */
function strongOutside({ tokens }: StateInline): void {
  const visible = tokens.filter(({ type, content }) => type !== 'text' || content !== '');
  const open: number[] = [];
  visible.forEach((token, at) => {
    if (token.type === 'em_open' || token.type === 'strong_open') open.push(at);
    if (token.type !== 'em_close' && token.type !== 'strong_close') return;
    const opener = open.pop();
    if (opener === undefined || token.type !== 'em_close') return;
    const inner = [visible[opener + 1]!, visible[at - 1]!] as const;
    if (inner[0].type !== 'strong_open' || inner[1].type !== 'strong_close') return;
    swap(visible[opener]!, inner[0]);
    swap(token, inner[1]);
  });
}

function swap(a: Token, b: Token): void {
  [a.type, b.type] = [b.type, a.type];
  [a.tag, b.tag] = [b.tag, a.tag];
}

function strikethrough(state: StateInline): boolean {
  const { src, pos, posMax } = state;
  if (!src.startsWith('~~', pos) || src[pos - 1] === '~') return false;
  const contentStart = pos + 2;
  const contentEnd = src.indexOf('~', contentStart);
  const isClosed = contentEnd > contentStart && src.startsWith('~~', contentEnd);
  if (!isClosed || contentEnd + 2 > posMax || src[contentEnd + 2] === '~') return false;
  if (src.slice(contentStart, contentEnd).includes('\n')) return false;
  state.push('del_open', 'del', 1);
  state.pos = contentStart;
  state.posMax = contentEnd;
  state.md.inline.tokenize(state);
  state.posMax = posMax;
  state.pos = contentEnd + 2;
  state.push('del_close', 'del', -1);
  return true;
}

function codeSpan(state: StateInline): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== '`') return false;
  const span = scanOf(state).codeSpans.get(pos);
  if (span && span.end <= posMax) {
    pushHtml(state, element('code', {}, escaped(src.slice(span.contentStart, span.contentEnd))));
    state.pos = span.end;
    return true;
  }
  while (state.pos < posMax && src[state.pos] === '`') state.pos++;
  state.pending += src.slice(pos, state.pos);
  return true;
}
