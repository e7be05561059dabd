import { expect, test } from '@jest/globals';
import { EMPTY_CONTEXT, type UploadedFile } from './context.js';
import { render } from './renderer.js';

const png: UploadedFile = {
  contentType: 'image/png',
  dimensions: { width: 40, height: 30 },
  thumbnail: 'ready',
};
const context = {
  ...EMPTY_CONTEXT,
  mediaPreviews: true,
  externalContentUrl: (url: string) => `/external_content/${url.replace(/\W/g, '')}`,
  uploads: new Map<string, UploadedFile>([
    ['1/ab/cat.png', png],
    ['1/ab/new.png', { ...png, thumbnail: 'pending' }],
    ['1/ab/dance.gif', { ...png, contentType: 'image/gif', isAnimated: true }],
    ['1/ab/photo.heic', { ...png, contentType: 'image/heic', transcodedImage: '40x30.webp' }],
    ['1/ab/tune.mid', { contentType: 'audio/midi', thumbnail: 'none' }],
    ['1/ab/song.mp3', { contentType: 'audio/mpeg', thumbnail: 'none' }],
  ]),
};

test.each([
  [
    '![cat](/user_uploads/1/ab/cat.png)',
    '<img alt="cat" class="inline-image" data-original-content-type="image/png" data-original-dimensions="40x30" ' +
      'data-original-src="/user_uploads/1/ab/cat.png" src="/user_uploads/thumbnail/1/ab/cat.png/840x560.webp">',
  ],
  [
    '![](/user_uploads/1/ab/new.png)',
    '<img alt="" class="inline-image image-loading-placeholder" data-original-content-type="image/png" ' +
      'data-original-dimensions="40x30" data-original-src="/user_uploads/1/ab/new.png" ' +
      'src="/static/images/loading/loader-black.svg">',
  ],
  [
    '![](/user_uploads/1/ab/photo.heic)',
    '<img alt="" class="inline-image" data-original-content-type="image/heic" data-original-dimensions="40x30" ' +
      'data-transcoded-image="40x30.webp" data-original-src="/user_uploads/1/ab/photo.heic" ' +
      'src="/user_uploads/thumbnail/1/ab/photo.heic/840x560.webp">',
  ],
  [
    '![](/user_uploads/1/ab/dance.gif)',
    '<img alt="" class="inline-image" data-animated="true" data-original-content-type="image/gif" ' +
      'data-original-dimensions="40x30" data-original-src="/user_uploads/1/ab/dance.gif" ' +
      'src="/user_uploads/thumbnail/1/ab/dance.gif/840x560-anim.webp">',
  ],
  [
    '![song](/user_uploads/1/ab/song.mp3)',
    '<audio controls="" preload="metadata" src="/user_uploads/1/ab/song.mp3" title="song"></audio>',
  ],
  [
    '![far](https://a.com/b.mp3?x=1)',
    '<audio controls="" preload="metadata" data-original-url="https://a.com/b.mp3?x=1" ' +
      'src="/external_content/httpsacombmp3x1" title="far"></audio>',
  ],
  ['![tune](/user_uploads/1/ab/tune.mid)', '!<a href="/user_uploads/1/ab/tune.mid">tune</a>'],
  ['![far](https://a.com/b.txt)', '!<a href="https://a.com/b.txt">far</a>'],
  ['![lost](/user_uploads/1/ab/lost.png)', '!<a href="/user_uploads/1/ab/lost.png">lost</a>'],
])('%j', (source, html) => {
  expect(render(source, context).html).toBe(`<p>${html}</p>`);
});

test('images and attachments are among the findings', () => {
  const source = '![](/user_uploads/1/ab/cat.png) [song](/user_uploads/1/ab/song.mp3)';
  expect(render(source, context)).toMatchObject({
    attachments: ['1/ab/cat.png', '1/ab/song.mp3'],
    hasAttachment: true,
    hasImage: true,
  });
});
