// Uploads in several requests, by the tus protocol.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { Database } from '#platform/database/database.js';
import { AuthorizedClients } from '#modules/auth/authentication';
import { ResumableUploadsService } from '#modules/uploads/resumable';
import { FileStorage } from '#platform/storage/file-storage.js';
import { json, environmentOf } from './admin-command.js';
import { ownTestApp } from './app.js';
import { basic, type Client } from './client.js';
import { until } from './event-queue.js';
import type { TestRealm, TestUser } from './factories.js';
import { listen } from './event-listener.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import {
  append,
  beginUpload,
  createUpload,
  metadataOf,
  offsetOf,
  startUpload,
  TUS,
  tus,
} from './tus.js';
import { fetchFile, PNG, upload } from './uploads.js';
import { observersOf, verifyEvents } from './verify-events.js';

const MEBIBYTE = 1024 * 1024;
const DAY = 24 * 3600;

const test = await ownTestApp({ MAX_FILE_UPLOAD_SIZE_MIB: '2', REALM_UPLOAD_QUOTA_MIB: '3' });
const database = test.app.get(Database);
const storage = test.app.get(FileStorage, { strict: false });

let realm: TestRealm;
let member: TestUser;
let other: TestUser;

beforeEach(async () => {
  ({ realm, member, other } = await createScene(test, { member: {}, other: {} }));
});

const read = async (url: string): Promise<string> =>
  (await fetchFile(test, realm, url, { user: member })).content.toString();

async function storedPaths(): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of storage.list('uploads')) {
    if (path.startsWith(`uploads/${realm.realmId}/`)) paths.push(path);
  }
  return paths;
}

/** Neither files nor rows of the organization are left. */
async function expectNothingLeft(): Promise<void> {
  await runJobs(test.app);
  expect(await storedPaths()).toEqual([]);
  const rows = await database.query(
    `SELECT path FROM unreferenced_files WHERE path LIKE 'uploads/' || $1 || '/%'
     UNION ALL SELECT path_id FROM resumable_uploads WHERE realm_id = $1::integer`,
    [String(realm.realmId)],
  );
  expect(rows).toEqual([]);
}

function removeExpired(): Promise<void> {
  return test.app
    .get(ResumableUploadsService, { strict: false })
    .removeExpired(new AbortController().signal);
}

describe('an upload in parts', () => {
  it('becomes a file with its last part', async () => {
    const queue = await listen(test, realm, member, { event_types: ['attachment'] });
    const path = await beginUpload(member, 10, { filename: 'Größe 東京.txt' });
    expect(path).toMatch(new RegExp(`^${TUS}/${realm.realmId}/[0-9a-f]{1,2}/\\w{24}/Gre-\\.txt$`));
    const first = await append(member, path, 0, '01234');
    expect([first.status, first.headers['upload-offset']]).toEqual([204, '5']);
    expect(await offsetOf(member, path)).toBe(5);
    const last = await append(member, path, 5, '56789');
    const url = path.replace(TUS, '/user_uploads');
    expect(last).toMatchObject({
      status: 200,
      headers: { 'upload-offset': '10', 'content-type': 'application/json' },
      body: { url, filename: 'Größe 東京.txt' },
    });
    expect(Object.keys(last.body)).toEqual(['url', 'filename']);
    expect(await read(url)).toBe('0123456789');
    const [event] = await queue.take();
    expect(event).toMatchObject({
      op: 'add',
      attachment: { name: 'Größe 東京.txt', size: 10, path_id: url.slice('/user_uploads/'.length) },
      upload_space_used: 10,
    });
    await runJobs(test.app);
    expect(await storedPaths()).toEqual([path.replace(TUS, 'uploads')]);
  });

  it('changes the state of clients as its events say', async () => {
    const path = await beginUpload(member, 4);
    await verifyEvents(test, observersOf(realm, { member, other }), async () => {
      await append(member, path, 0, 'file');
    });
  });

  it('can have all its content in the first request', async () => {
    const { status, headers, body } = await createUpload(member, 4, { body: 'file' });
    expect([status, headers['upload-offset']]).toEqual([201, '4']);
    expect(headers['location']).toBe(String(body['url']).replace('/user_uploads', TUS));
    expect(headers['upload-expires']).toBeUndefined();
    expect(await read(String(body['url']))).toBe('file');
  });

  it('can have the beginning of its content in the first request', async () => {
    const { status, headers } = await createUpload(member, 8, { body: 'file' });
    expect([status, headers['upload-offset']]).toEqual([201, '4']);
    const { body } = await append(member, String(headers['location']), 4, 'more');
    expect(await read(String(body['url']))).toBe('filemore');
  });

  it('can be empty', async () => {
    const { status, body } = await createUpload(member, 0);
    expect(status).toBe(201);
    expect(await read(String(body['url']))).toBe('');
    expect(await member.client.expect('GET', 'attachments')).toMatchObject({
      attachments: [{ size: 0 }],
    });
  });

  it('has its type confirmed as other uploads', async () => {
    for (const [content, disposition] of [
      [PNG, 'inline'],
      [Buffer.from('<script>alert(1)</script>'), 'attachment'],
    ] as const) {
      const metadata = { filename: 'a.png', filetype: 'image/png' };
      const { body } = await createUpload(member, content.length, { metadata, body: content });
      const { headers } = await fetchFile(test, realm, String(body['url']), { user: member });
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': `${disposition}; filename="a.png"`,
      });
    }
  });

  it.each([
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['a\u0000b\u202E.txt', 'ab.txt', 'ab.txt'],
    ['東京', '東京', 'uploaded-file'],
    ['', 'uploaded-file', 'uploaded-file'],
    ['notes.part', 'notes.part', 'notes.part'],
    ['notes.info', 'notes.info', 'notes.info'],
  ])('named %j has the name %j and the address %j', async (filename, name, inUrl) => {
    const { body } = await createUpload(member, 1, { metadata: { filename }, body: 'x' });
    expect(body['filename']).toBe(name);
    expect(String(body['url']).split('/').at(-1)).toBe(inUrl);
    expect(await read(String(body['url']))).toBe('x');
  });

  it('shows its state', async () => {
    const metadata = { filename: 'a b.txt', filetype: 'text/plain', custom: '' };
    const path = await beginUpload(member, 10, metadata);
    const created = await createUpload(member, 10);
    expect(Date.parse(String(created.headers['upload-expires']))).toBeGreaterThan(Date.now());
    for (const method of ['HEAD', 'GET']) {
      const { status, headers, body } = await tus(member, method, path);
      expect(status).toBe(200);
      expect(body).toEqual({});
      expect(headers).toMatchObject({
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'upload-length': '10',
        'upload-metadata': metadataOf(metadata).trimEnd(),
        'cache-control': 'no-store',
      });
    }
  });

  it('returns its file again to a client that lost the response', async () => {
    const path = await beginUpload(member, 10);
    const { body } = await append(member, path, 0, '0123456789');
    expect(await offsetOf(member, path)).toBe(9);
    const again = await append(member, path, 9, '9');
    expect([again.status, again.body]).toEqual([200, body]);
    expect(await read(String(body['url']))).toBe('0123456789');
    const { attachments } = await member.client.expect('GET', 'attachments');
    expect(attachments).toHaveLength(1);
  });

  it('stores what arrives before the connection breaks off', async () => {
    const path = await beginUpload(member, MEBIBYTE);
    const outgoing = request({
      port: test.port,
      method: 'PATCH',
      path,
      headers: {
        Host: realm.host,
        Authorization: basic(member),
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': String(MEBIBYTE),
      },
    });
    outgoing.on('error', () => undefined);
    outgoing.write(Buffer.alloc(300_000, 'a'));
    await until(async () => (await storedPaths()).length > 0);
    outgoing.destroy();
    await until(async () => (await offsetOf(member, path)) === 300_000);
    const { body } = await append(member, path, 300_000, Buffer.alloc(MEBIBYTE - 300_000, 'a'));
    expect(await read(String(body['url']))).toBe('a'.repeat(MEBIBYTE));
  });

  it('can be continued by POST', async () => {
    const path = await beginUpload(member, 4);
    const headers = {
      'X-HTTP-Method-Override': 'PATCH',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    };
    const { status, body } = await tus(member, 'POST', path, { headers, body: 'file' });
    expect([status, await read(String(body['url']))]).toEqual([200, 'file']);
    const refused = await tus(member, 'POST', path);
    expect([refused.status, refused.body['code']]).toEqual([400, 'BAD_REQUEST']);
  });

  it('succeeds although rights change while it arrives', async () => {
    const path = await beginUpload(member, 8);
    const outgoing = request({
      port: test.port,
      method: 'PATCH',
      path,
      headers: {
        Host: realm.host,
        Authorization: basic(member),
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': '8',
      },
    });
    const answered = new Promise<number>((resolve, reject) => {
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
    });
    outgoing.write('file');
    await until(async () => (await storedPaths()).length > 0);
    await realm.owner.client.expect('PATCH', `users/${other.userId}`, { role: 300 });
    outgoing.end('more');
    expect(await answered).toBe(200);
  });
});

describe('tus-js-client', () => {
  it.each([
    ['in one request', {}],
    ['in parts', { chunkSize: 100_000 }],
    [
      'with the first part in the first request',
      { chunkSize: 1e6, uploadDataDuringCreation: true },
    ],
    ['without PATCH', { overridePatchMethod: true }],
  ])('uploads a file %s', async (_how, options) => {
    const content = randomBytes(1.5 * MEBIBYTE);
    const { url, filename } = await startUpload(test.port, realm, member, content, options)
      .finished;
    expect(filename).toBe('notes.txt');
    const file = await fetchFile(test, realm, url, { user: member });
    expect(createHash('sha256').update(file.content).digest('hex')).toBe(
      createHash('sha256').update(content).digest('hex'),
    );
  });

  it('continues an upload that it has paused', async () => {
    const content = randomBytes(MEBIBYTE);
    let hasPaused = false;
    const { upload: paused, finished } = startUpload(test.port, realm, member, content, {
      chunkSize: 200_000,
      onChunkComplete: (_size, bytes) => {
        if (hasPaused || bytes < 400_000) return;
        hasPaused = true;
        void paused.abort().then(() => paused.start());
      },
    });
    const { url } = await finished;
    const file = await fetchFile(test, realm, url, { user: member });
    expect(file.content.equals(content)).toBe(true);
    expect(hasPaused).toBe(true);
  });

  it('terminates an upload', async () => {
    let path = '';
    await new Promise<void>((resolve, reject) => {
      const { upload: begun, finished } = startUpload(test.port, realm, member, PNG, {
        chunkSize: 10,
        onChunkComplete: () => {
          path = new URL(begun.url!).pathname;
          begun.abort(true).then(resolve, reject);
        },
      });
      finished.catch(reject);
    });
    expect((await tus(member, 'HEAD', path)).status).toBe(404);
    await expectNothingLeft();
  });

  it('reads why an upload is refused', async () => {
    const content = Buffer.alloc(2 * MEBIBYTE + 1);
    const { finished } = startUpload(test.port, realm, member, content);
    await expect(finished).rejects.toThrow(
      '"message":"The file is larger than the limit of 2 MiB"',
    );
  });
});

describe('a browser', () => {
  let session: Record<string, string>;

  beforeEach(async () => {
    const token = await test.app
      .get(AuthorizedClients)
      .openSession(
        { realmId: realm.realmId, userId: member.userId },
        { clientName: 'Sample', userAgent: 'Sample', address: '127.0.0.1' },
      );
    session = { Cookie: `parley_session=${token}`, Origin: `http://${realm.host}` };
  });

  const anonymous = (): { client: Client } => ({ client: test.anonymous(realm.host) });

  it('uploads with its session and no other token', async () => {
    const { status, headers } = await tus(anonymous(), 'POST', `${TUS}/`, {
      headers: { ...session, 'Upload-Length': '4' },
    });
    expect(status).toBe(201);
    const { body } = await tus(anonymous(), 'PATCH', String(headers['location']), {
      headers: {
        ...session,
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
      },
      body: 'file',
    });
    expect(await read(String(body['url']))).toBe('file');
  });

  it.each([
    ['without the header of the protocol', { 'Tus-Resumable': undefined }],
    ['from another site', { Origin: 'https://other.example' }],
  ])('is refused %s', async (_how, headers) => {
    const sent = { 'Tus-Resumable': '1.0.0', ...session, 'Upload-Length': '4', ...headers };
    const { status, body } = await anonymous().client.raw('POST', TUS, {
      headers: JSON.parse(JSON.stringify(sent)) as Record<string, string>,
    });
    expect([status, body['code']]).toEqual([403, 'CSRF_FAILED']);
  });
});

describe('an upload is refused', () => {
  it('without credentials', async () => {
    const { status, body } = await tus({ client: test.anonymous(realm.host) }, 'POST', TUS, {
      headers: { 'Upload-Length': '1' },
    });
    expect([status, body['code'], typeof body['message']]).toEqual([401, 'UNAUTHORIZED', 'string']);
  });

  it('when its length is deferred', async () => {
    const headers = { 'Upload-Defer-Length': '1' };
    const { status, body } = await tus(member, 'POST', TUS, { headers });
    expect([status, typeof body['message']]).toEqual([411, 'string']);
  });

  it.each([
    ['without a length', {}, 400],
    ['with a length that is no number', { 'Upload-Length': '-1' }, 400],
    ['with invalid metadata', { 'Upload-Length': '1', 'Upload-Metadata': 'filename !' }, 400],
    ['as a part to be concatenated', { 'Upload-Length': '1', 'Upload-Concat': 'partial' }, 400],
    ['for another version', { 'Upload-Length': '1', 'Tus-Resumable': '0.2.2' }, 412],
    ['that is too large', { 'Upload-Length': String(2 * MEBIBYTE + 1) }, 413],
  ])('%s', async (_why, headers, expected) => {
    const { status, body } = await tus(member, 'POST', TUS, { headers });
    expect([status, body['message']]).toEqual([expected, body['msg']]);
    expect(body['message']).toMatch(/^[A-Z]/);
    await expectNothingLeft();
  });

  it('without the version of the protocol, which the response has', async () => {
    const { status, headers } = await member.client.raw('POST', TUS, {
      headers: { 'Upload-Length': '1' },
    });
    expect([status, headers['tus-version'], headers['tus-resumable']]).toEqual([
      412,
      '1.0.0',
      '1.0.0',
    ]);
  });

  it('when it exceeds the quota together with other unfinished ones', async () => {
    await beginUpload(member, 2 * MEBIBYTE);
    const { status, body } = await createUpload(other, MEBIBYTE + 1);
    expect([status, body['code']]).toEqual([413, 'REALM_UPLOAD_QUOTA']);
    expect(typeof body['message']).toBe('string');
    await beginUpload(other, MEBIBYTE);
  });

  it('at its end, when the quota is exceeded by then', async () => {
    const path = await beginUpload(member, 2 * MEBIBYTE);
    await upload(other, { content: Buffer.alloc(1.5 * MEBIBYTE) });
    const { status, body } = await append(member, path, 0, Buffer.alloc(2 * MEBIBYTE));
    expect([status, body['code']]).toEqual([413, 'REALM_UPLOAD_QUOTA']);
    expect((await tus(member, 'HEAD', path)).status).toBe(404);
    await runJobs(test.app);
    expect(await storedPaths()).toHaveLength(1);
  });
});

describe('a part is refused', () => {
  let path: string;

  beforeEach(async () => {
    path = await beginUpload(member, 10);
    await append(member, path, 0, '01234');
  });

  it.each([
    ['at another offset', { 'Upload-Offset': '4' }, 409],
    ['without an offset', {}, 400],
    ['of another type', { 'Upload-Offset': '5', 'Content-Type': 'text/plain' }, 415],
  ])('%s', async (_why, headers, expected) => {
    const type = { 'Content-Type': 'application/offset+octet-stream' };
    const { status, body } = await tus(member, 'PATCH', path, {
      headers: { ...type, ...headers },
      body: '56789',
    });
    expect([status, body['code']]).toEqual([expected, 'BAD_REQUEST']);
    expect(await offsetOf(member, path)).toBe(5);
  });

  it('and the next request on the same connection is answered', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (method: string, body?: Buffer): Promise<number> =>
      new Promise((resolve, reject) => {
        const outgoing = request(
          {
            agent,
            port: test.port,
            method,
            path,
            headers: {
              Host: realm.host,
              Authorization: basic(member),
              'Tus-Resumable': '1.0.0',
              ...(body && {
                'Upload-Offset': '4',
                'Content-Type': 'application/offset+octet-stream',
                'Content-Length': String(body.length),
              }),
            },
          },
          (response) => {
            response.resume();
            response.on('end', () => resolve(response.statusCode ?? 0));
          },
        );
        outgoing.on('error', reject);
        outgoing.end(body);
      });
    const answers = await Promise.all([send('PATCH', Buffer.alloc(2 * MEBIBYTE)), send('HEAD')]);
    agent.destroy();
    expect(answers).toEqual([409, 200]);
  });

  it('that exceeds the length', async () => {
    const { status } = await append(member, path, 5, '5678901');
    expect(status).toBe(413);
    expect(await offsetOf(member, path)).toBe(5);
  });

  it('of another user or organization', async () => {
    const { elsewhere } = await createScene(test, { elsewhere: {} });
    for (const user of [other, realm.owner, elsewhere]) {
      expect((await append(user, path, 5, '56789')).status).toBe(404);
      expect((await tus(user, 'HEAD', path)).status).toBe(404);
      expect((await tus(user, 'DELETE', path)).status).toBe(404);
    }
    expect(await offsetOf(member, path)).toBe(5);
  });

  it.each(['none', '1/ab/none/none', '..%2f..%2fsecret-key', 'a%00b', '%ff'])(
    'of an upload %j, which does not exist',
    async (id) => {
      const { status } = await tus(member, 'PATCH', `${TUS}/${id}`, {
        headers: { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
        body: 'x',
      });
      expect([400, 404]).toContain(status);
    },
  );
});

describe('an unfinished upload', () => {
  it('is deleted by its owner', async () => {
    const path = await beginUpload(member, 10);
    await append(member, path, 0, '01234');
    expect((await tus(member, 'DELETE', path)).status).toBe(204);
    expect((await append(member, path, 5, '56789')).status).toBe(404);
    expect((await tus(member, 'DELETE', path)).status).toBe(404);
    await expectNothingLeft();
  });

  it('is deleted after a day', async () => {
    const path = await beginUpload(member, 10);
    await append(member, path, 0, '01234');
    test.clock.advance(DAY - 60);
    await removeExpired();
    expect(await offsetOf(member, path)).toBe(5);
    test.clock.advance(61);
    expect((await append(member, path, 5, '56789')).status).toBe(410);
    test.clock.advance(3600);
    await removeExpired();
    expect((await tus(member, 'HEAD', path)).status).toBe(404);
    await expectNothingLeft();
  });

  it('is no difference for the check of the storage', async () => {
    const path = await beginUpload(member, 10);
    await append(member, path, 0, '01234');
    const environment = environmentOf(test, test.config.dataDir);
    expect(await json(['storage', 'check'], environment)).toMatchObject({
      unreferenced: [],
      missing: [],
    });
  });

  it('cannot be read', async () => {
    const path = await beginUpload(member, 10);
    await append(member, path, 0, '01234');
    const url = path.replace(TUS, '/user_uploads');
    for (const ending of ['', '.part', '.info']) {
      const file = await fetchFile(test, realm, url + ending, { user: member });
      expect(file.status).toBe(404);
    }
  });
});

it('a finished upload is deleted as a file only', async () => {
  const path = await beginUpload(member, 1);
  await append(member, path, 0, 'x');
  expect((await tus(member, 'DELETE', path)).status).toBe(400);
  const { attachments } = await member.client.expect('GET', 'attachments');
  const [{ id } = { id: 0 }] = attachments as { id: number }[];
  await member.client.expect('DELETE', `attachments/${id}`);
  expect((await tus(member, 'HEAD', path)).status).toBe(404);
  await expectNothingLeft();
});

describe('pages of other sites', () => {
  it.each([TUS, `${TUS}/`, `${TUS}/1/ab/none/none`])('may send the headers to %s', async (path) => {
    const { status, headers } = await test.anonymous(realm.host).raw('OPTIONS', path, {
      headers: { Origin: 'https://other.example', 'Access-Control-Request-Method': 'PATCH' },
    });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
      'tus-max-size': String(2 * MEBIBYTE),
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const allowed = String(headers['access-control-allow-headers']);
    for (const name of ['Authorization', 'Tus-Resumable', 'Upload-Metadata', 'Content-Type']) {
      expect(allowed).toContain(name);
    }
  });

  it('may read the headers of responses', async () => {
    const { headers } = await createUpload(member, 1);
    const exposed = String(headers['access-control-expose-headers']);
    for (const name of ['Location', 'Upload-Offset', 'Upload-Expires']) {
      expect(exposed).toContain(name);
    }
  });
});
