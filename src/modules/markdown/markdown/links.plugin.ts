// Links: `[text](url "title")`, `<url>`, bare URLs, and linkifier matches. The metadata of each link
// token holds the URL and the label, for the previews.
import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import type { TextLink } from './linkifier-set.js';
import { renderingOf, scanOf } from './rendering.js';
import { checkedUrl, uploadPath, withoutOwnHost } from './urls.js';

/** Metadata of a link, for the previews. */
export interface LinkMeta extends Record<string, unknown> {
  url: string;
  /** The text of the link; undefined if it is the URL itself. */
  label: string | undefined;
}

const ANGLE_BRACKETED = /<((?:https?|ftp):\/\/[^<>\s]{1,2000}|mailto:[^<>\s]{1,2000})>/y;

export function links(md: MarkdownIt): void {
  md.inline.ruler.at('link', inlineLink);
  md.inline.ruler.at('autolink', angleBracketed);
  md.inline.ruler.at('linkify', bareUrl);
}

function inlineLink(state: StateInline): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== '[' || state.linkLevel > 0) return false;
  const target = linkTarget(state, pos);
  if (!target) return false;
  const label = src.slice(pos + 1, target.labelEnd);
  const isBare = label.trim() === '' || label === target.url;
  open(state, target.url, isBare ? undefined : label, target.title);
  if (isBare) {
    state.push('text', '', 0).content = target.written;
  } else {
    state.pos = pos + 1;
    state.posMax = target.labelEnd;
    state.md.inline.tokenize(state);
    state.posMax = posMax;
  }
  close(state);
  state.pos = target.end;
  return true;
}

export interface LinkTarget {
  labelEnd: number;
  /** The URL as typed. */
  written: string;
  url: string;
  title: string | undefined;
  end: number;
}

/** Parses the link whose label starts with the bracket at `bracket`; undefined if it is not a link. */
export function linkTarget(state: StateInline, bracket: number): LinkTarget | undefined {
  const { src, posMax } = state;
  const labelEnd = scanOf(state).brackets.get(bracket);
  if (labelEnd === undefined || labelEnd >= posMax || src[labelEnd + 1] !== '(') return undefined;
  const { parseLinkDestination, parseLinkTitle } = state.md.helpers;
  const start = skipSpace(src, labelEnd + 2, posMax);
  const destination = parseLinkDestination(src, start, posMax);
  if (!destination.ok || destination.str === '') return undefined;
  const url = checkedUrl(destination.str);
  if (url === undefined) return undefined;
  let end = skipSpace(src, destination.pos, posMax);
  const title = end > destination.pos ? parseLinkTitle(src, end, posMax) : undefined;
  if (title?.ok) end = skipSpace(src, title.pos, posMax);
  if (end >= posMax || src[end] !== ')') return undefined;
  return {
    labelEnd,
    written: destination.str,
    url: withoutOwnHost(url, renderingOf(state).context.realmUrl),
    title: title?.ok ? title.str : undefined,
    end: end + 1,
  };
}

function angleBracketed(state: StateInline): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== '<' || state.linkLevel > 0) return false;
  ANGLE_BRACKETED.lastIndex = pos;
  const [match, written] = ANGLE_BRACKETED.exec(src) ?? [];
  if (match === undefined || written === undefined || pos + match.length > posMax) return false;
  const url = checkedUrl(written);
  if (url === undefined) return false;
  textLink(state, { start: pos, end: pos + match.length, url }, written);
  return true;
}

function bareUrl(state: StateInline): boolean {
  if (state.linkLevel > 0) return false;
  const scan = scanOf(state);
  const found = scan.autolinks.get(state.pos);
  if (found && found.end <= state.posMax) {
    textLink(state, found, state.src.slice(found.start, found.end));
    return true;
  }
  const match = scan.linkifierMatches.get(state.pos);
  if (!match || match.end > state.posMax) return false;
  const label = state.src.slice(match.start, match.end);
  open(state, match.url, label, undefined);
  state.push('text', '', 0).content = label;
  close(state);
  state.pos = match.end;
  return true;
}

function textLink(state: StateInline, { end, url }: TextLink, written: string): void {
  open(state, withoutOwnHost(url, renderingOf(state).context.realmUrl), undefined, undefined);
  state.push('text', '', 0).content = written;
  close(state);
  state.pos = end;
}

function open(
  state: StateInline,
  url: string,
  label: string | undefined,
  title: string | undefined,
): void {
  const rendering = renderingOf(state);
  rendering.hasLink = true;
  if (!rendering.isQuoted) rendering.links.add(url);
  const path = uploadPath(url);
  if (path !== undefined && rendering.context.uploads.has(path)) rendering.attachments.add(path);
  const token = state.push('link_open', 'a', 1);
  token.attrs = [['href', url]];
  if (title !== undefined) token.attrs.push(['title', title]);
  token.meta = { url, label } satisfies LinkMeta;
  state.linkLevel++;
}

function close(state: StateInline): void {
  state.linkLevel--;
  state.push('link_close', 'a', -1);
}

/** Returns the metadata of a token that opens a link. */
export function linkMeta(token: Token): LinkMeta | undefined {
  return token.type === 'link_open' ? (token.meta as LinkMeta) : undefined;
}

function skipSpace(src: string, from: number, end: number): number {
  let at = from;
  while (at < end && /\s/.test(src[at]!)) at++;
  return at;
}
