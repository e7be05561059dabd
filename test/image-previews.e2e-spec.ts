// Images in messages: the loading state, the thumbnails that replace it, and their permissions.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ModuleRef } from '@nestjs/core';
import sharp from 'sharp';
import { ImagePreviewsService } from '#modules/messages/image-previews/image-previews.service.js';
import { ThumbnailsModule } from '#modules/uploads/thumbnails/thumbnails.module.js';
import { ThumbnailsService } from '#modules/uploads/thumbnails/thumbnails.service.js';
import { Database } from '#platform/database/database.js';
import { FileStorage } from '#platform/storage/file-storage.js';
import { sharedTestApp } from './app.js';
import { type EventListener, listen } from './event-listener.js';
import {
  changeRealmSettings,
  createChannel,
  sendToStream,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { animation, HEIC, noisyImage, plainImage } from './images.js';
import { edited, show } from './message-editing-scene.js';
import { discardJobs, runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { fetchFile, type FetchedFile, postFiles, type Upload, upload } from './uploads.js';

const LARGE_TIFF = await plainImage(5000, 50).tiff().toBuffer();
const SMALL_TIFF = await plainImage(840, 560).tiff().toBuffer();
const PNG = await plainImage(8, 8).png().toBuffer();

const LOADER = '/static/images/loading/loader-black.svg';
const LOADING = 'image-loading-placeholder';

const test = await sharedTestApp();
const database = test.app.get(Database);

let realm: TestRealm;
let writer: TestUser;
let reader: TestUser;
let outsider: TestUser;
let channel: string;

beforeEach(async () => {
  ({ realm, writer, reader, outsider } = await createScene(test, {
    writer: {},
    reader: {},
    outsider: {},
  }));
  ({ name: channel } = await createChannel(writer, [reader], { invite_only: true }));
  await runJobs(test.app);
});

async function uploadPhoto(name = 'photo.jpg'): Promise<Upload> {
  const content = await plainImage(1200, 900).jpeg().toBuffer();
  return upload(writer, { name, content, type: 'image/jpeg' });
}

function link({ filename, url }: Upload): string {
  return `[${filename}](${url})`;
}

function send(content: string): Promise<number> {
  return sendToStream(writer, channel, 'images', content);
}

async function html(id: number, user = reader): Promise<string> {
  return (await show(user, id, { apply_markdown: true }))!.content;
}

function updates(): Promise<EventListener> {
  return listen(test, realm, reader, { event_types: ['update_message'], apply_markdown: true });
}

function thumbnail({ pathId }: Upload, name = '840x560.webp', user = reader): Promise<FetchedFile> {
  return fetchFile(test, realm, `/user_uploads/thumbnail/${pathId}/${name}`, { user });
}

async function sizeOf({ content }: FetchedFile): Promise<string> {
  const { format, width, pageHeight, height, pages = 1 } = await sharp(content).metadata();
  return `${format} ${width}x${pageHeight ?? height} ${pages}`;
}

async function hasThumbnail({ pathId }: Upload, user = reader): Promise<unknown> {
  const answer = await user.client.expect('GET', `thumbnail/status/${pathId}`);
  return answer['has_thumbnail'];
}

/** The paths of the stored files of the organization, except for the uploaded ones. */
async function storedThumbnails(): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of test.app.get(FileStorage).list('thumbnails')) {
    if (path.startsWith(`thumbnails/${realm.realmId}/`)) paths.push(path);
  }
  return paths;
}

async function has(operand: string): Promise<number[]> {
  const { messages } = await reader.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [
      { operator: 'has', operand },
      { operator: 'channel', operand: channel },
    ],
  });
  return (messages as { id: number }[]).map(({ id }) => id);
}

describe('an image in a message', () => {
  it('is loading first, and then a thumbnail, with an event', async () => {
    const photo = await uploadPhoto();
    const { url, pathId } = photo;
    const queue = await updates();
    const frame = (image: string): string =>
      `<p><a href="${url}">photo.jpg</a></p>\n` +
      `<div class="message_inline_image"><a href="${url}" title="photo.jpg"><img ${image}></a></div>`;
    const id = await send(link(photo));
    expect(await html(id)).toBe(
      frame(
        `class="${LOADING}" data-original-content-type="image/jpeg" ` +
          `data-original-dimensions="1200x900" src="${LOADER}"`,
      ),
    );
    expect(await hasThumbnail(photo)).toBe(false);
    expect((await fetchFile(test, realm, LOADER)).headers['content-type']).toBe('image/svg+xml');
    await runJobs(test.app);
    const ready = frame(
      'data-original-content-type="image/jpeg" data-original-dimensions="1200x900" ' +
        `src="/user_uploads/thumbnail/${pathId}/840x560.webp"`,
    );
    expect(await queue.take()).toMatchObject([
      {
        type: 'update_message',
        rendering_only: true,
        user_id: null,
        message_id: id,
        message_ids: [id],
        content: link(photo),
        rendered_content: ready,
      },
    ]);
    expect(await html(id)).toBe(ready);
    expect(await hasThumbnail(photo)).toBe(true);
    const file = await thumbnail(photo);
    expect(await sizeOf(file)).toBe('webp 747x560 1');
    expect(file.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const message = await show(reader, id, { apply_markdown: true });
    expect(message?.edit_history).toBeUndefined();
  });

  it('is a thumbnail at once when it has one', async () => {
    const photo = await uploadPhoto();
    await runJobs(test.app);
    const queue = await updates();
    expect(await html(await send(link(photo)))).toContain(
      `src="/user_uploads/thumbnail/${photo.pathId}/840x560.webp"`,
    );
    await runJobs(test.app);
    expect(await queue.take()).toEqual([]);
  });

  it('can be within the text', async () => {
    const { url, pathId } = await uploadPhoto();
    const id = await send(`> see ![the photo](${url}) here`);
    const attributes = (classes: string, src: string): string =>
      `<img alt="the photo" class="${classes}" data-original-content-type="image/jpeg" ` +
      `data-original-dimensions="1200x900" data-original-src="${url}" src="${src}">`;
    expect(await html(id)).toContain(attributes(`inline-image ${LOADING}`, LOADER));
    await runJobs(test.app);
    expect(await html(id)).toContain(
      attributes('inline-image', `/user_uploads/thumbnail/${pathId}/840x560.webp`),
    );
  });

  it('is not enlarged', async () => {
    const content = await plainImage(30, 20).png().toBuffer();
    const small = await upload(writer, { name: 'small.png', content, type: 'image/png' });
    await send(link(small));
    await runJobs(test.app);
    expect(await sizeOf(await thumbnail(small))).toBe('webp 30x20 1');
  });

  it('has the dimensions after rotation', async () => {
    const content = await plainImage(60, 40).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    const rotated = await upload(writer, { name: 'r.jpg', content, type: 'image/jpeg' });
    expect(await html(await send(link(rotated)))).toContain('data-original-dimensions="40x60"');
    await runJobs(test.app);
    expect(await sizeOf(await thumbnail(rotated))).toBe('webp 40x60 1');
  });

  it('is animated, with a still thumbnail as well', async () => {
    const content = await animation('gif');
    const dance = await upload(writer, { name: 'dance.gif', content, type: 'image/gif' });
    const id = await send(link(dance));
    expect(await html(id)).not.toContain('data-animated');
    await runJobs(test.app);
    expect(await html(id)).toContain(
      '<img data-animated="true" data-original-content-type="image/gif" ' +
        `data-original-dimensions="80x40" src="/user_uploads/thumbnail/${dance.pathId}/840x560-anim.webp">`,
    );
    expect(await sizeOf(await thumbnail(dance, '840x560-anim.webp'))).toBe('webp 80x40 3');
    expect(await sizeOf(await thumbnail(dance))).toBe('webp 80x40 1');
  });

  it.each([
    ['HEIC', 'image/heic', HEIC, '64x48'],
    ['TIFF', 'image/tiff', LARGE_TIFF, '4032x40'],
    ['TIFF as large as a thumbnail', 'image/tiff', SMALL_TIFF, '840x560'],
  ])('has a copy in full size: %s', async (_, type, content, size) => {
    const photo = await upload(writer, { name: 'photo', content, type });
    const id = await send(link(photo));
    await runJobs(test.app);
    expect(await html(id)).toContain(`data-original-content-type="${type}"`);
    expect(await html(id)).toContain(`data-transcoded-image="${size}.webp" src="/user_uploads/th`);
    expect(await sizeOf(await thumbnail(photo, `${size}.webp`))).toBe(`webp ${size} 1`);
    expect((await thumbnail(photo)).status).toBe(200);
  });

  it('is published for each of several images', async () => {
    const photos = [await uploadPhoto('a.jpg'), await uploadPhoto('b.jpg')];
    const queue = await updates();
    const id = await send(photos.map(link).join(' '));
    await runJobs(test.app);
    const events = await queue.take();
    const placeholders = events.map(
      ({ rendered_content: content }) => (content as string).split(LOADING).length - 1,
    );
    expect(placeholders).toEqual([1, 0]);
    expect(await html(id)).not.toContain(LOADING);
  });

  it('can be added by an edit', async () => {
    const id = await send('no image');
    const photo = await uploadPhoto();
    await edited(writer, id, { content: link(photo) });
    expect(await html(id)).toContain(LOADING);
    await runJobs(test.app);
    expect(await html(id)).toContain('/840x560.webp');
  });

  it('has no preview where the organization disables it', async () => {
    await changeRealmSettings(test, realm, { inline_image_preview: false });
    const photo = await uploadPhoto();
    const id = await send(link(photo));
    await runJobs(test.app);
    expect(await html(id)).toBe(`<p><a href="${photo.url}">photo.jpg</a></p>`);
    expect(await has('image')).toEqual([id]);
    expect(await sizeOf(await thumbnail(photo))).toBe('webp 747x560 1');
  });
});

describe('thumbnails', () => {
  let photo: Upload;

  beforeEach(async () => {
    photo = await uploadPhoto();
  });

  it('can be read by those who can read the image', async () => {
    await runJobs(test.app);
    const status = async (user: TestUser): Promise<number> =>
      (await thumbnail(photo, undefined, user)).status;
    expect([await status(writer), await status(reader)]).toEqual([200, 403]);
    expect((await reader.client.call('GET', `thumbnail/status/${photo.pathId}`, {})).status).toBe(
      403,
    );
    await send(link(photo));
    expect([await status(reader), await status(outsider)]).toEqual([200, 403]);
    const { status: anonymous, headers } = await fetchFile(
      test,
      realm,
      `/user_uploads/thumbnail/${photo.pathId}/840x560.webp`,
    );
    expect([anonymous, headers['location']]).toEqual([
      302,
      expect.stringMatching(/^\/accounts\/login\?next=/),
    ]);
    await changeRealmSettings(test, realm, { enable_spectator_access: true });
    const open = await createChannel(realm.owner, [writer], { is_web_public: true });
    await sendToStream(writer, open.name, 'images', link(photo));
    const path = `/user_uploads/thumbnail/${photo.pathId}/840x560.webp`;
    expect((await fetchFile(test, realm, path)).status).toBe(200);
  });

  it('are a picture in the place of one that may not be read', async () => {
    const { status, headers } = await fetchFile(
      test,
      realm,
      `/user_uploads/thumbnail/${photo.pathId}/840x560.webp`,
      { user: reader, headers: { Accept: 'image/avif,image/png,*/*' } },
    );
    expect([status, headers['content-type']]).toEqual([403, 'image/png']);
  });

  it.each(['1x1.webp', '840x560-anim.webp', '840x560.png', '300x200.jpg', 'large', '%C3%BC'])(
    'are of the most similar format when there is none like %s',
    async (name) => {
      await runJobs(test.app);
      const file = await thumbnail(photo, name, writer);
      expect([file.status, await sizeOf(file)]).toEqual([200, 'webp 747x560 1']);
    },
  );

  it('are made when they are requested before their job has run', async () => {
    await send(link(photo));
    expect(await hasThumbnail(photo)).toBe(false);
    expect(await sizeOf(await thumbnail(photo))).toBe('webp 747x560 1');
    expect(await hasThumbnail(photo)).toBe(true);
  });

  it('are found by their entity tag', async () => {
    await runJobs(test.app);
    const path = `/user_uploads/thumbnail/${photo.pathId}/840x560.webp`;
    const { headers } = await fetchFile(test, realm, path, { user: writer });
    const again = { user: writer, headers: { 'If-None-Match': headers['etag'] as string } };
    expect((await fetchFile(test, realm, path, again)).status).toBe(304);
  });

  it('do not exist for other files', async () => {
    const notes = await upload(writer);
    expect((await thumbnail(notes, undefined, writer)).status).toBe(404);
    expect(await hasThumbnail(notes, writer)).toBe(false);
    const missing = { ...notes, pathId: notes.pathId.replace('notes', 'other') };
    expect((await thumbnail(missing, undefined, writer)).status).toBe(404);
    expect((await writer.client.call('GET', `thumbnail/status/${missing.pathId}`, {})).status).toBe(
      404,
    );
  });

  it('are deleted with the image', async () => {
    const id = await send(link(photo));
    await runJobs(test.app);
    expect(await storedThumbnails()).toHaveLength(1);
    const ready = await html(id);
    const { attachments } = await writer.client.expect('GET', 'attachments');
    await writer.client.expect('DELETE', `attachments/${(attachments as { id: number }[])[0]!.id}`);
    await runJobs(test.app);
    expect(await storedThumbnails()).toEqual([]);
    expect((await thumbnail(photo)).status).toBe(404);
    expect(await html(id)).toBe(ready);
  });

  it('are the same for all processes that make them at once', async () => {
    const [attachment] = await database.query<{ id: number }>(
      `SELECT id FROM attachments WHERE path_id = $1`,
      [photo.pathId],
    );
    const original = {
      id: attachment!.id,
      realmId: realm.realmId,
      path: `uploads/${photo.pathId}`,
    };
    // Each with limits of its own, as in several processes.
    const injector = test.app.select(ThumbnailsModule).get(ModuleRef, { strict: true });
    const services = await Promise.all([1, 2, 3].map(() => injector.create(ThumbnailsService)));
    await Promise.all(services.map((service) => service.make(original, { isLastAttempt: true })));
    await runJobs(test.app);
    expect(await storedThumbnails()).toHaveLength(1);
    expect(await sizeOf(await thumbnail(photo, undefined, writer))).toBe('webp 747x560 1');
  });
});

describe('no message shows an image as loading for ever', () => {
  it('when the file cannot be decoded', async () => {
    const content = await noisyImage(64, 48).webp().toBuffer();
    content.fill(255, Math.floor(content.length * 0.7));
    const broken = await upload(writer, { name: 'broken.webp', content, type: 'image/webp' });
    const queue = await updates();
    const id = await send(link(broken));
    expect(await html(id)).toContain(LOADING);
    expect(await has('image')).toEqual([id]);
    await runJobs(test.app);
    const plain = `<p><a href="${broken.url}">broken.webp</a></p>`;
    expect(await queue.take()).toMatchObject([{ rendering_only: true, rendered_content: plain }]);
    expect(await html(id)).toBe(plain);
    expect(await has('image')).toEqual([]);
    expect(await has('attachment')).toEqual([id]);
    expect((await thumbnail(broken)).status).toBe(404);
    expect(await storedThumbnails()).toEqual([]);
  });

  it('when the file is missing', async () => {
    const photo = await uploadPhoto();
    const id = await send(link(photo));
    await test.app.get(FileStorage).delete(`uploads/${photo.pathId}`);
    await runJobs(test.app);
    expect(await html(id)).toBe(`<p><a href="${photo.url}">photo.jpg</a></p>`);
  });

  it('when the file is deleted', async () => {
    const photo = await uploadPhoto();
    const id = await send(link(photo));
    const { attachments } = await writer.client.expect('GET', 'attachments');
    await writer.client.expect('DELETE', `attachments/${(attachments as { id: number }[])[0]!.id}`);
    await runJobs(test.app);
    expect(await html(id)).toBe(`<p><a href="${photo.url}">photo.jpg</a></p>`);
    expect(await storedThumbnails()).toEqual([]);
  });

  it('when its sender has left the channel', async () => {
    const id = await send(link(await uploadPhoto()));
    await writer.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [channel] });
    await runJobs(test.app);
    expect(await html(id)).toContain('/840x560.webp');
  });

  it('when it is sent while the thumbnails are made', async () => {
    const photo = await uploadPhoto();
    const id = await send(link(photo));
    // Made without a job, which would show them in messages that exist.
    await thumbnail(photo);
    const [attachment] = await database.query<{ id: number }>(
      `SELECT id FROM attachments WHERE path_id = $1`,
      [photo.pathId],
    );
    await test.app.get(ThumbnailsService).finish(attachment!.id);
    expect(await html(id)).toContain(LOADING);
    await runJobs(test.app);
    expect(await html(id)).toContain('/840x560.webp');
  });

  it('when its jobs were lost', async () => {
    const id = await send(link(await uploadPhoto()));
    await discardJobs(test.app);
    await runJobs(test.app);
    expect(await html(id)).toContain(LOADING);
    const service = test.app.get(ThumbnailsService);
    await service.sweep();
    await runJobs(test.app);
    // The job is not due.
    expect(await html(id)).toContain(LOADING);
    test.clock.advance(121);
    await service.sweep();
    await runJobs(test.app);
    expect(await html(id)).toContain('/840x560.webp');
    const [left] = await database.query('SELECT 1 FROM images WHERE retry_at IS NOT NULL LIMIT 1');
    expect(left).toBeUndefined();
  });

  it('when the process was killed after the thumbnails were made', async () => {
    const photo = await uploadPhoto();
    const id = await send(link(photo));
    await thumbnail(photo);
    await discardJobs(test.app);
    test.clock.advance(121);
    await test.app.get(ThumbnailsService).sweep();
    await runJobs(test.app);
    expect(await html(id)).toContain('/840x560.webp');
  });

  it('when its text names the loading state', async () => {
    const id = await send(`\`${LOADING}\``);
    const queue = await updates();
    await runJobs(test.app);
    expect(await queue.take()).toEqual([]);
    await test.app.get(ImagePreviewsService).show(realm.realmId, id);
    expect(await html(id)).toBe(`<p><code>${LOADING}</code></p>`);
  });
});

describe('hostile files', () => {
  it.each<[string, string, string, () => Buffer | Promise<Buffer>]>([
    ['SVG with a script', 'x.svg', 'image/svg+xml', () => svg()],
    ['SVG as PNG', 'x.png', 'image/png', () => svg()],
    ['HTML as PNG', 'x.png', 'image/png', () => Buffer.from('<script>alert(1)</script>')],
    ['a ZIP file as PNG', 'x.png', 'image/png', () => zip()],
    [
      '10,000 × 10,000 pixels in a small file',
      'x.png',
      'image/png',
      () => plainImage(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer(),
    ],
    ['the start of a PNG', 'x.png', 'image/png', () => PNG.subarray(0, 20)],
    ['an empty file', 'x.png', 'image/png', () => Buffer.alloc(0)],
    ['an image as text', 'x.txt', 'text/plain', () => PNG],
  ])('are plain links: %s', async (_, name, type, content) => {
    const file = await upload(writer, { name, type, content: await content() });
    const id = await send(link(file));
    await runJobs(test.app);
    expect(await html(id)).toBe(`<p><a href="${file.url}">${name}</a></p>`);
    expect((await thumbnail(file)).status).toBe(404);
    expect(await hasThumbnail(file)).toBe(false);
  });

  it('do not change what thumbnails contain: HTML after a PNG', async () => {
    const content = Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')]);
    const file = await upload(writer, { name: 'x.png', type: 'image/png', content });
    await send(link(file));
    await runJobs(test.app);
    const copy = await thumbnail(file);
    expect(copy.headers['content-type']).toBe('image/webp');
    expect(copy.content.toString('latin1')).not.toContain('script');
  });

  it('are shown by their content: a JPEG as PNG', async () => {
    const content = await plainImage(8, 8).jpeg().toBuffer();
    const file = await upload(writer, { name: 'x.png', type: 'image/png', content });
    await send(link(file));
    await runJobs(test.app);
    expect(await sizeOf(await thumbnail(file))).toBe('webp 8x8 1');
  });

  it('do not keep others from being shown', async () => {
    const names = ['a.png', 'b.png', 'c.png'];
    const files = await Promise.all(
      names.map((name) => upload(writer, { name, type: 'image/png', content: svg() })),
    );
    const photo = await uploadPhoto();
    const id = await send([...files, photo].map(link).join(' '));
    await runJobs(test.app);
    expect((await html(id)).match(/<img/g)).toHaveLength(1);
  });
});

function svg(): Buffer {
  return Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );
}

/** An archive without files, and much that decompresses. */
function zip(): Buffer {
  return Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(10_000)]);
}

it('a video of the type QuickTime is played in place', async () => {
  const film = await upload(writer, { name: 'film.mov', content: 'moov', type: 'video/quicktime' });
  expect(await html(await send(link(film)))).toContain(
    `<div class="message_inline_image message_inline_video"><a href="${film.url}" title="film.mov">` +
      `<video preload="metadata" src="${film.url}"></video></a></div>`,
  );
});

it('audio is played in place within the text', async () => {
  const song = await upload(writer, { name: 'song.mp3', content: 'ID3', type: 'audio/mpeg' });
  expect(await html(await send(`![song](${song.url})`))).toContain(
    `<audio controls="" preload="metadata" src="${song.url}" title="song"></audio>`,
  );
});

it('an upload that breaks the quota leaves nothing of its image', async () => {
  await changeRealmSettings(test, realm, { upload_quota_mib: 0 });
  const content = await plainImage(8, 8).png().toBuffer();
  const { status } = await postFiles(writer, { name: 'x.png', type: 'image/png', content });
  expect(status).toBe(400);
  const [image] = await database.query(
    `SELECT 1 FROM images i JOIN attachments a ON a.id = i.attachment_id WHERE a.realm_id = $1`,
    [realm.realmId],
  );
  expect(image).toBeUndefined();
});
