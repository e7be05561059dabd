// Files that are not pictures, and hostile pictures, in all operations that accept pictures: they are refused with a
// clear error, no files remain, and the served pictures contain only pixels of the uploaded file.
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { sharedTestApp } from './app.js';
import { createUser, type TestRealm, type TestUser } from './factories.js';
import { plainImage } from './images.js';
import { fetchPicture, postPicture, samplePicture, storedPictures, upload } from './pictures.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';

const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let bot: TestUser;

beforeAll(async () => {
  ({ realm, owner } = await createScene(test));
  bot = await createUser(test, realm, { bot: { type: 1, ownerId: owner.userId } });
});

afterEach(async () => {
  await runJobs(test.app);
  for (const kind of ['avatars', 'emoji', 'realm_pictures'] as const) {
    expect(await storedPictures(test, realm, kind)).toEqual([]);
  }
});

interface Operation {
  path: string;
  options: { method?: 'PATCH'; fields?: Record<string, string> };
}

const operations: [string, () => Operation][] = [
  ['POST /users/me/avatar', () => ({ path: 'users/me/avatar', options: {} })],
  [
    'POST /bots',
    () => ({ path: 'bots', options: { fields: { full_name: 'Sample', short_name: 'hostile' } } }),
  ],
  ['PATCH /bots', () => ({ path: `bots/${bot.userId}`, options: { method: 'PATCH' } })],
  ['POST /realm/icon', () => ({ path: 'realm/icon', options: {} })],
  ['POST /realm/logo', () => ({ path: 'realm/logo', options: { fields: { night: 'true' } } })],
  ['POST /realm/emoji', () => ({ path: 'realm/emoji/hostile', options: {} })],
];

/** A zip archive of one file of zeros. */
function zipBomb(): Buffer {
  const size = 50_000_000;
  const content = deflateRawSync(Buffer.alloc(size));
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt32LE(size, 22);
  return Buffer.concat([head, content]);
}

const refused: [string, () => Promise<Buffer | string>][] = [
  ['nothing', () => Promise.resolve('')],
  ['text', () => Promise.resolve('No picture, but long enough to be one')],
  ['HTML', () => Promise.resolve('<!doctype html><script>alert(1)</script>')],
  [
    'an SVG file with a script',
    () =>
      Promise.resolve(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      ),
  ],
  ['a zip bomb', () => Promise.resolve(zipBomb())],
  ['10,000 × 10,000 pixels', () => plainImage(10_000, 10_000).png().toBuffer()],
  [
    'half of a photograph',
    async () => {
      const noise = sharp({
        create: {
          width: 300,
          height: 200,
          channels: 3,
          background: 'white',
          noise: { type: 'gaussian', mean: 128, sigma: 40 },
        },
      });
      const file = await noise.jpeg().toBuffer();
      return file.subarray(0, file.length / 2);
    },
  ],
  ['the start of a PNG', async () => (await samplePicture()).subarray(0, 60)],
];

describe.each(operations)('%s', (_, operation) => {
  it.each(refused)('refuses %s', async (_what, make) => {
    const { path, options } = operation();
    const { status, body } = await postPicture(owner, path, await make(), options);
    expect([status, body['code']]).toEqual([400, 'BAD_IMAGE']);
  });

  it('refuses more than 5 MiB, and two files', async () => {
    const { path, options } = operation();
    const large = Buffer.concat([await samplePicture(), Buffer.alloc(5 * 1024 * 1024)]);
    const answer = await postPicture(owner, path, large, options);
    expect([answer.status, answer.body['code']]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.body['msg']).toBe('The file is larger than the limit of 5 MiB');
    const much = await postPicture(owner, path, Buffer.alloc(6 * 1024 * 1024), options);
    expect([much.status, much.body['msg']]).toEqual([400, answer.body['msg']]);
    const two = await postPicture(owner, path, await samplePicture(), { ...options, count: 2 });
    expect([two.status, two.body['code']]).toEqual([400, 'BAD_REQUEST']);
  });

  it('refuses no file, where one is needed', async () => {
    const { path, options } = operation();
    if (path.startsWith('bots')) return;
    for (const answer of [
      await postPicture(owner, path, '', { ...options, count: 0 }),
      await owner.client.post(path, options.fields),
    ]) {
      expect([answer.status, answer.body['code']]).toEqual([400, 'BAD_REQUEST']);
      expect(answer.body['msg']).toContain('one file');
    }
  });
});

it('what is served has none of the bytes around the pixels', async () => {
  const script = '<!doctype html><script>alert(1)</script>';
  const picture = await plainImage(30, 30)
    .withExif({ IFD0: { Copyright: script } })
    .jpeg()
    .toBuffer();
  const polyglot = Buffer.concat([picture, Buffer.from(script)]);
  expect(polyglot.toString('latin1').split('<script>')).toHaveLength(3);
  const { avatar_url: avatar } = await upload(owner, 'users/me/avatar', polyglot, {
    name: 'x.html',
    type: 'text/html',
  });
  const { icon_url: icon } = await upload(owner, 'realm/icon', polyglot, { type: 'text/html' });
  for (const url of [avatar, icon]) {
    const { content, format } = await fetchPicture(test, realm, url as string);
    expect(format).toBe('png');
    expect(content.toString('latin1')).not.toContain('script');
  }
  await owner.client.expect('DELETE', 'users/me/avatar');
  await owner.client.expect('DELETE', 'realm/icon');
});
