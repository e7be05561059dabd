// Uploading files, and reading, listing and deleting one's own.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { ownTestApp } from './app.js';
import { basic } from './client.js';
import { until } from './event-queue.js';
import type { TestRealm, TestUser } from './factories.js';
import { listen } from './event-listener.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import {
  type FetchedFile,
  fetchFile,
  MULTIPART,
  multipartBody,
  PNG,
  postFiles,
  upload,
} from './uploads.js';

const MEBIBYTE = 1024 * 1024;

const test = await ownTestApp({ MAX_FILE_UPLOAD_SIZE_MIB: '2', REALM_UPLOAD_QUOTA_MIB: '3' });
const database = test.app.get(Database);

let realm: TestRealm;
let member: TestUser;
let other: TestUser;

beforeEach(async () => {
  ({ realm, member, other } = await createScene(test, { member: {}, other: {} }));
});

async function attachments(user = member): Promise<Record<string, unknown>> {
  return user.client.expect('GET', 'attachments');
}

/** The paths of all stored files of the organization. */
function storedFiles(): string[] {
  const directory = join(test.config.dataDir, 'files');
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
      .filter((path) => path.startsWith(`uploads/${realm.realmId}/`) || path.startsWith('.'));
  } catch {
    return [];
  }
}

/** Expects that released files are deleted, and that nothing remains of incomplete requests. */
async function expectNothingStored(): Promise<void> {
  await runJobs(test.app);
  expect(storedFiles()).toEqual([]);
  expect(await database.query('SELECT path FROM unreferenced_files')).toEqual([]);
  expect(await attachments()).toMatchObject({ attachments: [], upload_space_used: 0 });
}

describe('an uploaded file', () => {
  it('is returned unchanged to its owner', async () => {
    const { url, filename } = await upload(member, { name: 'notes.txt', content: 'the content' });
    expect(filename).toBe('notes.txt');
    expect(url).toMatch(
      new RegExp(`^/user_uploads/${realm.realmId}/[0-9a-f]{1,2}/[\\w-]{24}/notes\\.txt$`),
    );
    const file = await fetchFile(test, realm, url, { user: member });
    expect([file.status, file.content.toString()]).toEqual([200, 'the content']);
    expect(file.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '11',
      'content-disposition': 'attachment; filename="notes.txt"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  it('is in the list of its owner, with an event', async () => {
    const queue = await listen(test, realm, member, { event_types: ['attachment'] });
    const { pathId } = await upload(member, { content: 'twelve bytes' });
    const { attachments: list, upload_space_used: used } = await attachments();
    expect(used).toBe(12);
    expect(list).toEqual([
      {
        id: expect.any(Number),
        name: 'notes.txt',
        path_id: pathId,
        size: 12,
        create_time: expect.any(Number),
        message_ids: [],
      },
    ]);
    const [attachment] = list as object[];
    const [event] = await queue.take();
    expect(event).toMatchObject({
      type: 'attachment',
      op: 'add',
      attachment,
      upload_space_used: 12,
    });
    expect(await attachments(other)).toMatchObject({ attachments: [], upload_space_used: 12 });
  });

  it('can be empty', async () => {
    const { url } = await upload(member, { content: '' });
    const file = await fetchFile(test, realm, url, { user: member });
    expect([file.status, file.content.length]).toEqual([200, 0]);
  });

  it.each([
    ['plain.txt', 'plain.txt', 'plain.txt'],
    ['Größe 東京.txt', 'Größe 東京.txt', 'Größe-東京.txt'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    [String.raw`C:\Temp\report.doc`, 'report.doc', 'report.doc'],
    ['..%2f..%2fetc%2fpasswd', 'passwd', 'passwd'],
    ['50%.pdf', '50%.pdf', '50.pdf'],
    ['a  -  b.txt', 'a  -  b.txt', 'a-b.txt'],
    ['..', 'uploaded-file', 'uploaded-file'],
    ['***', '***', 'uploaded-file'],
    ['ex\u202Etxt.exe', 'extxt.exe', 'extxt.exe'],
    ['a%07b\u200B.txt', 'ab.txt', 'ab.txt'],
    ['<script>.html', '<script>.html', 'script.html'],
    ['İ.TXT', 'İ.TXT', 'İ.TXT'],
  ])('named %j has the name %j and the address %j', async (name, filename, inUrl) => {
    const file = await upload(member, { name });
    expect(file.filename).toBe(filename);
    expect(file.url.split('/').at(-1)).toBe(inUrl);
    expect((await fetchFile(test, realm, file.url, { user: member })).status).toBe(200);
  });

  it('may have a very long name, of which the end remains', async () => {
    const { url } = await upload(member, { name: `${'長'.repeat(250)}.pdf` });
    const name = url.split('/').at(-1)!;
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name.endsWith('長.pdf')).toBe(true);
    expect((await fetchFile(test, realm, url, { user: member })).status).toBe(200);
  });

  it.each([
    ['a.png', 'image/jpeg', 'image/jpeg'],
    ['a.png', undefined, 'image/png'],
    ['a.png', 'application/octet-stream', 'image/png'],
    ['a.bin', 'text/html; charset=utf-8', 'text/html'],
    ['unknown', undefined, 'application/octet-stream'],
    ['a.png', 'not a type', 'image/png'],
  ])('named %s with the type %s is served as %s', async (name, type, served) => {
    const { url } = await upload(member, { name, ...(type !== undefined && { type }) });
    const file = await fetchFile(test, realm, url, { user: member });
    expect(file.headers['content-type']).toBe(served);
  });
});

describe('browsers', () => {
  const HTML = '<html><script>alert(1)</script></html>';

  async function disposition(
    name: string,
    type: string,
    content: string | Buffer,
  ): Promise<string> {
    const { url } = await upload(member, { name, type, content });
    const { headers } = await fetchFile(test, realm, url, { user: member });
    return String(headers['content-disposition']).split(';')[0]!;
  }

  it('show pictures in place', async () => {
    expect(await disposition('a.png', 'image/png', PNG)).toBe('inline');
    expect(await disposition('a.pdf', 'application/pdf', '%PDF-1.7\n')).toBe('inline');
  });

  it.each([
    ['HTML', 'a.html', 'text/html', HTML],
    ['HTML that claims to be a picture', 'a.png', 'image/png', HTML],
    ['a picture that claims to be HTML', 'a.html', 'text/html', PNG],
    ['a picture of another type', 'a.gif', 'image/gif', PNG],
    ['SVG', 'a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['XML', 'a.xml', 'text/xml', '<?xml version="1.0"?><a/>'],
    ['text', 'a.txt', 'text/plain', 'text'],
    ['an archive named as a picture', 'a.png', 'image/png', Buffer.from('PK\u0003\u0004')],
  ])('download %s', async (_what, name, type, content) => {
    expect(await disposition(name, type, content)).toBe('attachment');
  });

  it('show a picture with HTML in it as the picture that it is', async () => {
    const content = Buffer.concat([PNG, Buffer.from(HTML)]);
    const { url } = await upload(member, { name: 'a.png', type: 'image/png', content });
    const { headers } = await fetchFile(test, realm, url, { user: member });
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each(['?download=1', '?download='])('download a picture with %s', async (query) => {
    const { url } = await upload(member, { name: 'a.png', type: 'image/png', content: PNG });
    const file = await fetchFile(test, realm, `${url}${query}`, { user: member });
    expect(file.headers['content-disposition']).toBe('attachment; filename="a.png"');
  });

  it('download a picture from its address for downloads', async () => {
    const { pathId } = await upload(member, { name: 'a.png', type: 'image/png', content: PNG });
    const path = `/user_uploads/download/${pathId}`;
    const file = await fetchFile(test, realm, path, { user: member });
    expect(file.headers['content-disposition']).toBe('attachment; filename="a.png"');
    expect(file.content).toEqual(PNG);
  });

  it('do not fetch a file again that they have', async () => {
    const { url } = await upload(member);
    const { headers } = await fetchFile(test, realm, url, { user: member });
    const etag = String(headers['etag']);
    const again = { user: member, headers: { 'If-None-Match': etag } };
    expect((await fetchFile(test, realm, url, again)).status).toBe(304);
    const another = { user: member, headers: { 'If-None-Match': '"other"' } };
    expect((await fetchFile(test, realm, url, another)).status).toBe(200);
  });

  it('ask for its headers', async () => {
    const { url } = await upload(member, { content: '0123456789' });
    for (const headers of [{}, { Range: 'bytes=0-3' }] as Record<string, string>[]) {
      const file = await fetchFile(test, realm, url, { user: member, method: 'HEAD', headers });
      expect([file.status, file.headers['content-length'], file.content.length]).toEqual([
        200,
        '10',
        0,
      ]);
    }
  });
});

it('a file that is missing in the storage is an error, which no cache stores', async () => {
  const { url } = await upload(member, { name: 'a.png', type: 'image/png', content: PNG });
  const [path] = storedFiles();
  rmSync(join(test.config.dataDir, 'files', path!));
  const file = await fetchFile(test, realm, url, { user: member });
  expect([file.status, JSON.parse(file.content.toString())]).toEqual([
    404,
    expect.objectContaining({ code: 'BAD_REQUEST' }),
  ]);
  expectErrorHeaders(file);
});

/** An error has none of the headers of the file. */
function expectErrorHeaders({ headers }: FetchedFile): void {
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': expect.stringContaining('no-store'),
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect([headers['etag'], headers['content-disposition']]).toEqual([undefined, undefined]);
}

describe('a range', () => {
  let url: string;

  beforeEach(async () => {
    ({ url } = await upload(member, { content: '0123456789' }));
  });

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=-1000', '0123456789', 'bytes 0-9/10'],
    ['bytes=5-1000', '56789', 'bytes 5-9/10'],
    ['bytes=9-9', '9', 'bytes 9-9/10'],
  ])('%s is a part of the file', async (range, content, contentRange) => {
    const file = await fetchFile(test, realm, url, { user: member, headers: { Range: range } });
    expect([file.status, file.content.toString()]).toEqual([206, content]);
    expect(file.headers).toMatchObject({
      'content-range': contentRange,
      'content-length': String(content.length),
    });
  });

  it.each(['bytes=10-', 'bytes=1000-2000', 'bytes=-0'])('%s is not satisfiable', async (range) => {
    const file = await fetchFile(test, realm, url, { user: member, headers: { Range: range } });
    expect([file.status, file.headers['content-range']]).toEqual([416, 'bytes */10']);
    expect(JSON.parse(file.content.toString())).toMatchObject({ code: 'BAD_REQUEST' });
    expectErrorHeaders(file);
  });

  it.each(['bytes=0-1,4-5', 'lines=1-2', 'lines=x', 'bytes=x', 'bytes=3-1', 'bytes=-', 'bytes'])(
    '%s is answered with the whole file',
    async (range) => {
      const file = await fetchFile(test, realm, url, { user: member, headers: { Range: range } });
      expect([file.status, file.content.toString()]).toEqual([200, '0123456789']);
    },
  );

  it('of another version is answered with the whole file', async () => {
    const headers = { Range: 'bytes=0-1', 'If-Range': '"other"' };
    expect((await fetchFile(test, realm, url, { user: member, headers })).status).toBe(200);
  });
});

it('an upload succeeds although rights change while it arrives', async () => {
  const body = multipartBody({ name: 'slow.txt', content: 'slow' });
  const outgoing = openUpload({ 'Content-Length': String(body.length) });
  const answered = once(outgoing, 'response');
  outgoing.write(body.subarray(0, -10));
  await until(() => storedFiles().length > 0);
  await realm.owner.client.expect('PATCH', `users/${other.userId}`, { role: Role.Moderator });
  outgoing.end(body.subarray(-10));
  const [response] = (await answered) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(200);
  const { attachments: list } = await attachments();
  expect(list).toMatchObject([{ name: 'slow.txt', size: 4 }]);
  await runJobs(test.app);
  expect(storedFiles().length).toBe(1);
});

describe('an upload is refused', () => {
  it.each([
    ['without a file', []],
    [
      'with two files',
      [
        { name: 'a', content: 'a' },
        { name: 'b', content: 'b' },
      ],
    ],
    ['that is too large', [{ name: 'a', content: Buffer.alloc(2 * MEBIBYTE + 1) }]],
  ])('%s, and leaves nothing', async (_what, parts) => {
    const { status, body } = await postFiles(member, ...parts);
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
    await expectNothingStored();
  });

  it.each([
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'a=b'],
    ['nothing', {}, undefined],
    ['another type', { 'Content-Type': 'application/json' }, '{}'],
    ['no boundary', { 'Content-Type': 'multipart/form-data' }, 'x'],
    [
      'a body without its end',
      MULTIPART,
      multipartBody({ name: 'a', content: 'a' }).subarray(0, -8),
    ],
    ['a body without its file', MULTIPART, ''],
  ])('with %s', async (_what, headers, body) => {
    const answer = await member.client.raw('POST', '/api/v1/user_uploads', {
      headers,
      ...(body !== undefined && { body }),
    });
    expect([answer.status, answer.body['code']]).toEqual([400, 'BAD_REQUEST']);
    await expectNothingStored();
  });

  it('beyond the quota of the organization', async () => {
    await upload(member, { content: Buffer.alloc(2 * MEBIBYTE) });
    const { status, body } = await postFiles(other, {
      name: 'a',
      content: Buffer.alloc(1 * MEBIBYTE + 1),
    });
    expect([status, body['code']]).toEqual([400, 'REALM_UPLOAD_QUOTA']);
    await upload(other, { content: Buffer.alloc(1 * MEBIBYTE) });
    expect(await attachments()).toMatchObject({ upload_space_used: 3 * MEBIBYTE });
    await runJobs(test.app);
    expect(storedFiles().length).toBe(2);
  });

  it('for all that exceed the quota together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        postFiles(member, { name: 'a', content: Buffer.alloc(MEBIBYTE) }),
      ),
    );
    const codes = answers.map(({ body }) => String(body['code'] ?? body['result'])).toSorted();
    expect(codes).toEqual([
      ...Array.from({ length: 3 }, () => 'REALM_UPLOAD_QUOTA'),
      ...Array.from({ length: 3 }, () => 'success'),
    ]);
    await runJobs(test.app);
    expect(storedFiles().length).toBe(3);
  });

  it('before its body arrives, when its length is too large', async () => {
    const { status, body } = await announce(100 * MEBIBYTE);
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
    await upload(member, { content: Buffer.alloc(2 * MEBIBYTE) });
    const beyond = await announce(1.5 * MEBIBYTE);
    expect([beyond.status, beyond.body['code']]).toEqual([400, 'REALM_UPLOAD_QUOTA']);
  });

  /** Sends the headers of an upload, and the response to them. */
  function announce(length: number): Promise<{ status: number; body: Record<string, unknown> }> {
    return new Promise((resolve, reject) => {
      const outgoing = openUpload({ 'Content-Length': String(length) });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          outgoing.destroy();
          resolve({
            status: response.statusCode ?? 0,
            body: JSON.parse(text) as Record<string, unknown>,
          });
        });
      });
      outgoing.flushHeaders();
    });
  }

  it('and leaves nothing when the connection breaks off', async () => {
    const outgoing = openUpload({ 'Transfer-Encoding': 'chunked' });
    outgoing.on('error', () => undefined);
    outgoing.write(
      multipartBody({ name: 'a', content: Buffer.alloc(300_000) }).subarray(0, 200_000),
    );
    await until(() => storedFiles().length > 0);
    await delay(50);
    outgoing.destroy();
    await until(() => storedFiles().length === 0);
    await until(async () => {
      const rows = await database.query('SELECT 1 FROM unreferenced_files WHERE NOT is_released');
      return rows.length === 0;
    });
    await expectNothingStored();
  });
});

describe('the owner of a file', () => {
  it('deletes it', async () => {
    const { url } = await upload(member);
    const { attachments: list } = await attachments();
    const [{ id } = { id: 0 }] = list as { id: number }[];
    const queue = await listen(test, realm, member, { event_types: ['attachment'] });
    await member.client.expect('DELETE', `attachments/${id}`);
    const [event] = await queue.take();
    expect(event).toMatchObject({
      op: 'remove',
      attachment: { id },
      upload_space_used: 0,
    });
    expect((await fetchFile(test, realm, url, { user: member })).status).toBe(404);
    await expectNothingStored();
  });

  it('is the only one who can delete it', async () => {
    await upload(member);
    const { attachments: list } = await attachments();
    const [{ id } = { id: 0 }] = list as { id: number }[];
    for (const user of [other, realm.owner]) {
      const { status, body } = await user.client.delete(`attachments/${id}`);
      expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
    }
    expect((await member.client.delete('attachments/999999')).status).toBe(400);
  });
});

function openUpload(headers: Record<string, string>): ReturnType<typeof request> {
  return request({
    port: test.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/v1/user_uploads',
    headers: {
      Host: realm.host,
      Authorization: basic(member),
      ...MULTIPART,
      ...headers,
    },
  });
}
