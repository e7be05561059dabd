// Previews below the paragraph that contains the links: images, videos, YouTube, and Open Graph data of
// pages once it was fetched. A paragraph that consists of one link to an image or a video file is
// replaced by its preview. Quotes and messages with more than MAX_LINKS links have no previews.
import { type MarkdownIt, type StateCore, type Token } from 'markdown-it';
import { element, escaped, joined, type SafeHtml, voidElement } from './html.view.js';
import { type LinkMeta, linkMeta } from './links.plugin.js';
import { imageAttributes } from './media.plugin.js';
import { type Rendering, renderingOf } from './rendering.js';
import { uploadPath } from './urls.js';

const MAX_LINKS = 24;
const IMAGE = /\.(?:avif|bmp|gif|jpe|jpeg|jpg|png|webp)$/i;
const VIDEO = /\.(?:mov|mp4|webm)$/i;
/** The content types that browsers play. */
const VIDEO_TYPES = new Set(['video/mp4', 'video/quicktime', 'video/webm']);
const YOUTUBE =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]{0,200}&)?v=|embed\/|shorts\/|v\/)|youtu\.be\/)([\w-]{11})(?![\w-])/;

export function previews(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'previews', addPreviews);
}

function addPreviews(state: StateCore): void {
  const rendering = renderingOf(state);
  if (!rendering.hasLink) return;
  const isOn = rendering.context.mediaPreviews && rendering.links.size <= MAX_LINKS;
  const shown = new Set<string>();
  const tokens: Token[] = [];
  let quoteDepth = 0;
  for (const token of state.tokens) {
    if (token.type === 'blockquote_open') quoteDepth++;
    if (token.type === 'blockquote_close') quoteDepth--;
    tokens.push(token);
    if (token.type !== 'paragraph_close' || quoteDepth > 0) continue;
    const inline = tokens.at(-2)!;
    const found = linksOf(inline).flatMap((link) => {
      const html = shown.has(link.url) ? undefined : preview(rendering, link, isOn);
      if (html === undefined) return [];
      shown.add(link.url);
      return [html];
    });
    if (found.length === 0) continue;
    const hasMedia = found.some((html) => html.startsWith('<div class="message_inline_image'));
    if (hasMedia && isSoleBareLink(inline)) tokens.splice(-3);
    const embed = new state.Token('html', '', 0);
    embed.content = joined(found);
    tokens.push(embed);
  }
  state.tokens = tokens;
}

function linksOf(inline: Token): LinkMeta[] {
  return (inline.children ?? []).flatMap((token) => linkMeta(token) ?? []);
}

function isSoleBareLink({ children }: Token): boolean {
  return (
    children?.length === 3 &&
    linkMeta(children[0]!)?.label === undefined &&
    children[2]!.type === 'link_close'
  );
}

function preview(rendering: Rendering, link: LinkMeta, isOn: boolean): SafeHtml | undefined {
  const path = uploadPath(link.url);
  if (path !== undefined) return uploadPreview(rendering, link, path, isOn);
  if (!/^https?:/i.test(link.url)) return undefined;
  if (isImage(link.url)) rendering.hasImage = true;
  return (isOn ? mediaPreview(rendering, link) : undefined) ?? pagePreview(rendering, link);
}

function isImage(url: string): boolean {
  return IMAGE.test(withoutQuery(url));
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function mediaPreview({ context }: Rendering, link: LinkMeta): SafeHtml | undefined {
  const video = YOUTUBE.exec(link.url)?.[1];
  if (video !== undefined) {
    const image = context.externalContentUrl(`https://i.ytimg.com/vi/${video}/mqdefault.jpg`);
    return framed('youtube-video message_inline_image', link, voidElement('img', { src: image }), {
      'data-id': video,
    });
  }
  if (isImage(link.url)) {
    const image = voidElement('img', { src: context.externalContentUrl(link.url) });
    return framed('message_inline_image', link, image);
  }
  if (!VIDEO.test(withoutQuery(link.url))) return undefined;
  return framed(
    'message_inline_image message_inline_video',
    link,
    element(
      'video',
      {
        'data-video-original-url': link.url,
        preload: 'metadata',
        src: context.externalContentUrl(link.url),
      },
      escaped(''),
    ),
  );
}

function pagePreview(rendering: Rendering, link: LinkMeta): SafeHtml | undefined {
  const { context, links } = rendering;
  if (links.size > MAX_LINKS || link.url.startsWith(`${context.realmUrl}/`)) return undefined;
  rendering.previewable.add(link.url);
  const page = context.linkPreviews.get(link.url);
  if (!page) return undefined;
  const image = context.externalContentUrl(page.image);
  const part = (name: string, content: SafeHtml): SafeHtml =>
    element('div', { class: `message_embed_${name}` }, content);
  const title = element('a', { href: link.url, title: page.title }, escaped(page.title));
  const texts = [
    ...(page.title === '' ? [] : [part('title', title)]),
    ...(page.description === '' ? [] : [part('description', escaped(page.description))]),
  ];
  return element(
    'div',
    { class: 'message_embed' },
    joined([
      element(
        'a',
        {
          class: 'message_embed_image',
          href: link.url,
          style: `background-image: url("${image}")`,
        },
        escaped(''),
      ),
      element('div', { class: 'data-container' }, joined(texts)),
    ]),
  );
}

function uploadPreview(
  rendering: Rendering,
  link: LinkMeta,
  path: string,
  isOn: boolean,
): SafeHtml | undefined {
  const file = rendering.context.uploads.get(path);
  if (file && file.thumbnail !== 'none') {
    rendering.hasImage = true;
    if (!isOn) return undefined;
    return framed('message_inline_image', link, voidElement('img', imageAttributes(path, file)));
  }
  if (!isOn || !file || !VIDEO_TYPES.has(file.contentType)) return undefined;
  return framed(
    'message_inline_image message_inline_video',
    link,
    element('video', { preload: 'metadata', src: link.url }, escaped('')),
  );
}

function framed(
  classes: string,
  link: LinkMeta,
  content: SafeHtml,
  data: Record<string, string> = {},
): SafeHtml {
  const attributes = { ...data, href: link.url, title: link.label };
  return element('div', { class: classes }, element('a', attributes, content));
}
