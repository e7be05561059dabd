// `![text](url)`: uploaded images and uploaded audio are embedded; other URLs become links.
import type { MarkdownIt, StateInline } from 'markdown-it';
import type { UploadedFile } from './context.js';
import { type Attributes, element, escaped, voidElement } from './html.view.js';
import { linkTarget } from './links.plugin.js';
import { pushHtml, renderingOf } from './rendering.js';
import { uploadPath } from './urls.js';

const PLACEHOLDER = '/static/images/loading/loader-black.svg';
const THUMBNAIL = '840x560.webp';
const ANIMATED_THUMBNAIL = '840x560-anim.webp';

export function media(md: MarkdownIt): void {
  md.inline.ruler.at('image', uploadedMedia);
}

function uploadedMedia(state: StateInline): boolean {
  const { src, pos } = state;
  if (src[pos] !== '!' || src[pos + 1] !== '[' || state.linkLevel > 0) return false;
  const target = linkTarget(state, pos + 1);
  const path = target && uploadPath(target.url);
  if (!target || path === undefined) return false;
  const rendering = renderingOf(state);
  const file = rendering.context.uploads.get(path);
  const label = src.slice(pos + 2, target.labelEnd);
  if (file?.contentType.startsWith('audio/')) {
    const player = { controls: '', preload: 'metadata', src: target.url, title: label };
    pushHtml(state, element('audio', player, escaped('')));
  } else if (file && file.thumbnail !== 'none') {
    const { class: placeholder, src: thumbnail, ...data } = imageAttributes(path, file);
    pushHtml(
      state,
      voidElement('img', {
        alt: label,
        class: placeholder === undefined ? 'inline-image' : `inline-image ${placeholder}`,
        ...data,
        'data-original-src': target.url,
        src: thumbnail,
      }),
    );
    rendering.hasImage = true;
  } else {
    return false;
  }
  rendering.attachments.add(path);
  state.pos = target.end;
  return true;
}

/** Attributes of the thumbnail of an uploaded image. */
export function imageAttributes(path: string, file: UploadedFile): Attributes {
  const { dimensions, contentType } = file;
  const isReady = file.thumbnail === 'ready';
  const format = file.isAnimated ? ANIMATED_THUMBNAIL : THUMBNAIL;
  return {
    class: isReady ? undefined : 'image-loading-placeholder',
    'data-animated': file.isAnimated ? 'true' : undefined,
    'data-original-content-type': contentType,
    'data-original-dimensions': dimensions && `${dimensions.width}x${dimensions.height}`,
    'data-transcoded-image': file.transcodedImage,
    src: isReady ? `/user_uploads/thumbnail/${path}/${format}` : PLACEHOLDER,
  };
}
