// `:name:` of Unicode and custom emoji, emoji typed as characters, and emoticons.
import type { MarkdownIt, StateInline } from 'markdown-it';
import { emojiByName } from '#modules/realms/emoji';
import { element, escaped, type SafeHtml, voidElement } from './html.view.js';
import { pushHtml, renderingOf, scanOf } from './rendering.js';

const NAMED = /:([\p{L}\p{N}_+-]+):/uy;
const BUILT_IN = { zulip: '/static/generated/emoji/images/emoji/unicode/zulip.png' };

export function emoji(md: MarkdownIt): void {
  md.inline.ruler.push('emoji_character', character);
  md.inline.ruler.push('emoji_name', named);
}

function character(state: StateInline): boolean {
  const scan = scanOf(state);
  const found = scan.emoji.get(state.pos) ?? scan.emoticons.get(state.pos);
  if (!found || found.end > state.posMax || !renderingOf(state).spend('emoji', 1)) return false;
  pushHtml(state, unicodeEmoji(found.name, found.code));
  state.pos = found.end;
  return true;
}

function named(state: StateInline): boolean {
  if (state.src[state.pos] !== ':') return false;
  NAMED.lastIndex = state.pos;
  const [match, name] = NAMED.exec(state.src) ?? [];
  if (match === undefined || name === undefined) return false;
  const end = state.pos + match.length;
  const html = end <= state.posMax ? emojiOfName(state, name) : undefined;
  if (html === undefined || !renderingOf(state).spend('emoji', 1)) return false;
  pushHtml(state, html);
  state.pos = end;
  return true;
}

function emojiOfName(state: StateInline, name: string): SafeHtml | undefined {
  const custom = renderingOf(state).context.customEmoji.get(name);
  if (custom) return imageEmoji(name, custom.url);
  const code = emojiByName(name);
  if (code !== undefined) return unicodeEmoji(name, code);
  return name === 'zulip' ? imageEmoji(name, BUILT_IN.zulip) : undefined;
}

function unicodeEmoji(name: string, code: string): SafeHtml {
  const title = name.replaceAll('_', ' ');
  return element(
    'span',
    { 'aria-label': title, class: `emoji emoji-${code}`, role: 'img', title },
    escaped(`:${name}:`),
  );
}

function imageEmoji(name: string, src: string): SafeHtml {
  const title = name.replaceAll('_', ' ');
  return voidElement('img', { alt: `:${name}:`, class: 'emoji', src, title });
}
