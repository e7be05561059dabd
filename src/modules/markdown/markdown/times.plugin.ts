// `<time:…>`: a time that every client shows in its own time zone. Invalid times are text.
import type { MarkdownIt, StateInline } from 'markdown-it';
import { element, escaped } from './html.view.js';
import { pushHtml } from './rendering.js';
import { parseTimeText } from './time-text.js';

const TIME = /<time:([^>\n]{1,200})>/y;

export function times(md: MarkdownIt): void {
  md.inline.ruler.push('time', time);
}

function time(state: StateInline): boolean {
  if (state.src[state.pos] !== '<') return false;
  TIME.lastIndex = state.pos;
  const [match, text] = TIME.exec(state.src) ?? [];
  if (match === undefined || text === undefined) return false;
  if (state.pos + match.length > state.posMax) return false;
  const moment = parseTimeText(text);
  if (moment === undefined) return false;
  pushHtml(state, element('time', { datetime: moment }, escaped(text)));
  state.pos += match.length;
  return true;
}
