import { describe, expect, test } from '@jest/globals';
import { EMPTY_CONTEXT, type UploadedFile } from './context.js';
import { render } from './renderer.js';

const context = {
  ...EMPTY_CONTEXT,
  mediaPreviews: true,
  externalContentUrl: (url: string) => `/external_content/${url.replace(/\W/g, '')}`,
  uploads: new Map<string, UploadedFile>([
    ['1/ab/cat.png', { contentType: 'image/png', thumbnail: 'ready' }],
    ['1/ab/film.mov', { contentType: 'video/quicktime', thumbnail: 'none' }],
    ['1/ab/doc.pdf', { contentType: 'application/pdf', thumbnail: 'none' }],
  ]),
};

function rendered(source: string): string {
  return render(source, context).html;
}

const IMAGE =
  '<div class="message_inline_image"><a href="https://a.com/b.png"><img src="/external_content/httpsacombpng"></a></div>';

describe('previews', () => {
  test('replace a paragraph that is only the link, and follow any other', () => {
    expect(rendered('https://a.com/b.png')).toBe(IMAGE);
    expect(rendered('see https://a.com/b.png')).toBe(
      `<p>see <a href="https://a.com/b.png">https://a.com/b.png</a></p>\n${IMAGE}`,
    );
    expect(rendered('[b](https://a.com/b.png)')).toContain('title="b"><img');
  });

  test('of videos', () => {
    expect(rendered('https://a.com/b.webm?x=1')).toBe(
      '<div class="message_inline_image message_inline_video"><a href="https://a.com/b.webm?x=1">' +
        '<video data-video-original-url="https://a.com/b.webm?x=1" preload="metadata" ' +
        'src="/external_content/httpsacombwebmx1"></video></a></div>',
    );
    expect(rendered('https://www.youtube.com/watch?t=1&v=abcdefghijk')).toBe(
      '<p><a href="https://www.youtube.com/watch?t=1&amp;v=abcdefghijk">' +
        'https://www.youtube.com/watch?t=1&amp;v=abcdefghijk</a></p>\n' +
        '<div class="youtube-video message_inline_image"><a data-id="abcdefghijk" ' +
        'href="https://www.youtube.com/watch?t=1&amp;v=abcdefghijk">' +
        '<img src="/external_content/httpsiytimgcomviabcdefghijkmqdefaultjpg"></a></div>',
    );
  });

  test('of uploaded files', () => {
    expect(rendered('[cat](/user_uploads/1/ab/cat.png)')).toContain(
      '<div class="message_inline_image"><a href="/user_uploads/1/ab/cat.png" title="cat">' +
        '<img data-original-content-type="image/png" src="/user_uploads/thumbnail/1/ab/cat.png/840x560.webp">',
    );
    expect(rendered('[film](/user_uploads/1/ab/film.mov)')).toContain(
      '<video preload="metadata" src="/user_uploads/1/ab/film.mov"></video>',
    );
    expect(rendered('[doc](/user_uploads/1/ab/doc.pdf)')).not.toContain('<div');
  });

  test('of images are among the findings, also when previews are disabled', () => {
    const hasImage = (source: string, mediaPreviews = true): boolean =>
      render(source, { ...context, mediaPreviews }).hasImage;
    expect(hasImage('see https://a.com/b.png?x=1')).toBe(true);
    expect(hasImage('[b](https://a.com/b.png)', false)).toBe(true);
    expect(
      hasImage('see https://a.com/b.pdf https://a.com/b.webm https://youtu.be/abcdefghijk'),
    ).toBe(false);
    expect(hasImage('`https://a.com/b.png`')).toBe(false);
  });

  test('appear once for each URL, and not in quotes', () => {
    expect(rendered('https://a.com/b.png\nhttps://a.com/b.png').match(/<img/g)).toHaveLength(1);
    expect(rendered('> https://a.com/b.png')).not.toContain('<img');
  });

  test('are omitted when there are too many links, or when they are disabled', () => {
    const many = (count: number): string =>
      Array.from({ length: count }, (_, at) => `https://a.com/${at}.png`).join('\n');
    expect(rendered(many(24)).match(/<img/g)).toHaveLength(24);
    expect(rendered(many(25))).not.toContain('<img');
    expect(render('https://a.com/b.png', { ...context, mediaPreviews: false }).html).not.toContain(
      '<img',
    );
  });
});
