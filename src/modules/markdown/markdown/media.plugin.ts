// `![text](url)`: uploaded images and audio are embedded; other URLs become links.
import type { MarkdownIt, StateInline } from 'markdown-it';
import { ANIMATED_THUMBNAIL, THUMBNAIL } from '#modules/uploads/thumbnails';
import type { UploadedFile } from './context.js';
import { type Attributes, element, escaped, type SafeHtml, voidElement } from './html.view.js';
import { linkTarget } from './links.plugin.js';
import { pushHtml, type Rendering, renderingOf } from './rendering.js';
import { uploadPath } from './urls.js';

/** The class of images whose thumbnails are being made. */
export const LOADING = 'image-loading-placeholder';
const PLACEHOLDER = '/static/images/loading/loader-black.svg';

/** The content types that browsers play. */
const AUDIO_TYPES = new Set([
  'audio/aac',
  'audio/flac',
  'audio/mpeg',
  'audio/vnd.wave',
  'audio/wav',
  'audio/x-wav',
]);
const AUDIO = /^https?:[^?#]+\.(?:aac|flac|mp3|wav)(?:[?#]|$)/i;

export function media(md: MarkdownIt): void {
  md.inline.ruler.at('image', embedded);
}

function embedded(state: StateInline): boolean {
  const { src, pos } = state;
  if (src[pos] !== '!' || src[pos + 1] !== '[' || state.linkLevel > 0) return false;
  const target = linkTarget(state, pos + 1);
  if (!target) return false;
  const rendering = renderingOf(state);
  const path = uploadPath(target.url);
  const label = src.slice(pos + 2, target.labelEnd);
  const html =
    path === undefined
      ? externalMedia(rendering, target.url, label)
      : uploadedMedia(rendering, { url: target.url, path, label });
  if (!html) return false;
  pushHtml(state, html);
  state.pos = target.end;
  return true;
}

function uploadedMedia(
  rendering: Rendering,
  { url, path, label }: { url: string; path: string; label: string },
): SafeHtml | undefined {
  const file = rendering.context.uploads.get(path);
  if (!file) return undefined;
  if (AUDIO_TYPES.has(file.contentType)) {
    rendering.attachments.add(path);
    return player({ src: url, title: label });
  }
  if (file.thumbnail === 'none') return undefined;
  rendering.attachments.add(path);
  rendering.hasImage = true;
  const { class: placeholder, src: thumbnail, ...data } = imageAttributes(path, file);
  return voidElement('img', {
    alt: label,
    class: placeholder === undefined ? 'inline-image' : `inline-image ${placeholder}`,
    ...data,
    'data-original-src': url,
    src: thumbnail,
  });
}

function externalMedia(rendering: Rendering, url: string, label: string): SafeHtml | undefined {
  const { context } = rendering;
  if (!context.mediaPreviews || !AUDIO.test(url)) return undefined;
  rendering.hasLink = true;
  return player({ 'data-original-url': url, src: context.externalContentUrl(url), title: label });
}

function player(attributes: Attributes): SafeHtml {
  return element('audio', { controls: '', preload: 'metadata', ...attributes }, escaped(''));
}

/** Attributes of the thumbnail of an uploaded image. */
export function imageAttributes(path: string, file: UploadedFile): Attributes {
  const { dimensions, contentType } = file;
  const isReady = file.thumbnail === 'ready';
  const format = file.isAnimated ? ANIMATED_THUMBNAIL : THUMBNAIL;
  return {
    class: isReady ? undefined : LOADING,
    'data-animated': isReady && file.isAnimated ? 'true' : undefined,
    'data-original-content-type': contentType,
    'data-original-dimensions': dimensions && `${dimensions.width}x${dimensions.height}`,
    'data-transcoded-image': file.transcodedImage,
    src: isReady ? `/user_uploads/thumbnail/${path}/${format}` : PLACEHOLDER,
  };
}
