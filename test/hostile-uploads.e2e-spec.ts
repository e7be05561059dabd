// Hostile files at all URLs of uploaded files, uploaded in one request and with the tus protocol: no script of a file
// runs on the origin of the organization, and no request reaches files outside of the storage.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownTestApp } from './app.js';
import type { TestRealm, TestUser } from './factories.js';
import { createScene } from './scene.js';
import { createUpload } from './tus.js';
import { fetchFile, type FetchedFile, PNG, upload } from './uploads.js';

const test = await ownTestApp();

let realm: TestRealm;
let member: TestUser;

beforeAll(async () => {
  ({ realm, member } = await createScene(test, { member: {} }));
});

interface HostileFile {
  name: string;
  type?: string;
  content: string | Buffer;
}

const SCRIPT = '<script>alert(document.domain)</script>';
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
/** A comment of a GIF that is a script when the file is loaded as one. */
const GIF_SCRIPT = Buffer.from('GIF89a/*\u0000\u0000\u0000\u0000*/=1;alert(document.domain)//');

const files: [string, HostileFile][] = [
  ['HTML', { name: 'a.html', type: 'text/html', content: HTML }],
  ['HTML with a character set', { name: 'a', type: 'text/html; charset=utf-7', content: HTML }],
  ['HTML in capitals', { name: 'a', type: 'TEXT/HTML', content: HTML }],
  ['HTML by its name', { name: 'a.html', content: HTML }],
  ['HTML by its double name', { name: 'a.png.html', content: HTML }],
  ['XHTML', { name: 'a.xhtml', type: 'application/xhtml+xml', content: HTML }],
  ['XML with a style sheet', { name: 'a.xml', type: 'text/xml', content: HTML }],
  ['a script', { name: 'a.js', type: 'text/javascript', content: 'alert(1)' }],
  ['a module', { name: 'a.mjs', content: 'alert(1)' }],
  ['a style sheet', { name: 'a.css', type: 'text/css', content: '* { background: red }' }],
  ['SVG', { name: 'a.svg', type: 'image/svg+xml', content: SVG }],
  ['SVG as a PNG', { name: 'a.png', type: 'image/png', content: SVG }],
  ['HTML as a PNG', { name: 'a.png', type: 'image/png', content: HTML }],
  ['HTML as a PDF', { name: 'a.pdf', type: 'application/pdf', content: HTML }],
  ['HTML as a video', { name: 'a.mp4', type: 'video/mp4', content: HTML }],
  [
    'HTML behind a PNG',
    { name: 'a.html', type: 'text/html', content: Buffer.concat([PNG, Buffer.from(HTML)]) },
  ],
  ['a GIF that is a script', { name: 'a.js', type: 'text/javascript', content: GIF_SCRIPT }],
  ['a web archive', { name: 'a.mhtml', type: 'multipart/related', content: HTML }],
  ['a service worker manifest', { name: 'a.webmanifest', content: '{}' }],
  ['nothing', { name: 'a.png', type: 'image/png', content: '' }],
  ['the start of a PNG', { name: 'a.png', type: 'image/jpeg', content: PNG.subarray(0, 20) }],
];

const uploads: [string, (file: HostileFile) => Promise<string>][] = [
  ['in one request', async (file) => (await upload(member, file)).url],
  [
    'by the tus protocol',
    async ({ name, type, content }) => {
      const metadata = { filename: name, ...(type !== undefined && { filetype: type }) };
      const body = Buffer.from(content);
      const answer = await createUpload(member, body.length, { metadata, body });
      return String(answer.body['url']);
    },
  ],
];

async function fetchEverywhere(url: string): Promise<FetchedFile[]> {
  const { url: temporary } = await member.client.expect('GET', url.slice(1));
  return Promise.all([
    fetchFile(test, realm, url, { user: member }),
    fetchFile(test, realm, url.replace('/user_uploads/', '/user_uploads/download/'), {
      user: member,
    }),
    fetchFile(test, realm, String(temporary)),
    fetchFile(test, realm, url, { user: member, headers: { Range: 'bytes=0-4' } }),
  ]);
}

function expectNoScripts({ headers }: FetchedFile): void {
  expect(headers['x-content-type-options']).toBe('nosniff');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|unsafe-eval/);
  expect(headers['access-control-allow-origin']).toBeUndefined();
}

describe.each(uploads)('uploaded %s', (_how, send) => {
  it.each(files)('%s is downloaded, and runs nowhere', async (_what, file) => {
    const url = await send(file);
    for (const fetched of await fetchEverywhere(url)) {
      expect([200, 206, 416]).toContain(fetched.status);
      expectNoScripts(fetched);
      if (fetched.status === 416) continue;
      expect(String(fetched.headers['content-disposition'])).toMatch(/^attachment/);
    }
  });

  it('a PNG with HTML behind it is a PNG', async () => {
    const content = Buffer.concat([PNG, Buffer.from(HTML)]);
    const url = await send({ name: 'a.html.png', type: 'image/png', content });
    for (const fetched of await fetchEverywhere(url)) {
      expectNoScripts(fetched);
      expect(fetched.headers['content-type']).toBe('image/png');
    }
  });

  it.each([
    ['a line break', 'a\r\nSet-Cookie: a=b\r\n\r\n.txt'],
    ['a quotation mark', 'a";filename*=UTF-8\'\'b.html;x=".txt'],
    ['an encoded line break', 'a%0d%0aContent-Type: text%2fhtml.txt'],
    ['characters of other directions', 'gpj.\u202Ecod\u2066.exe'],
    ['path parts', '..\\..\\../../..%2f..%5c/etc/passwd'],
    ['a NUL', 'a%00.html'],
    ['HTML', '<img src=x onerror=alert(1)>.txt'],
    ['periods', '...'],
    ['many characters', `${'x'.repeat(3000)}.txt`],
  ])('a name with %s changes no header and no path', async (_what, name) => {
    // Multipart parts cannot have these themselves.
    const sent =
      _how === 'in one request' ? name.replaceAll(/[\r\n]/g, '').replaceAll('"', '%22') : name;
    const url = await send({ name: sent, type: 'application/json', content: '{}' });
    expect(url).toMatch(/^\/user_uploads\/\d+\/[0-9a-f]{1,2}\/\w{24}\/[\w.-]{1,200}$/);
    for (const { headers } of await fetchEverywhere(url)) {
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['content-type']).toBe('application/json');
      const disposition = String(headers['content-disposition']);
      expect(disposition).toMatch(/^attachment/);
      expect(disposition).not.toMatch(/[\p{Cc}\p{Cf}/]/u);
    }
  });

  it.each(['text/html\r\nX-Injected: 1', 'text/html, image/png', '*/*', 'image/', '"'])(
    'a type %j is not sent to readers',
    async (type) => {
      if (_how === 'in one request' && type.includes('\r')) return;
      const url = await send({ name: 'a.bin', type, content: HTML });
      for (const { headers } of await fetchEverywhere(url)) {
        expect(headers['content-type']).toBe('application/octet-stream');
        expect(headers['x-injected']).toBeUndefined();
      }
    },
  );
});

describe('a request', () => {
  const outside = join(test.config.dataDir, 'outside');
  const secret = 'a secret outside of the storage';

  beforeAll(() => writeFileSync(outside, secret));

  it('does not follow a symbolic link in the storage', async () => {
    const { url, pathId } = await upload(member, { content: 'content' });
    const path = join(test.config.dataDir, 'files', 'uploads', pathId);
    rmSync(path);
    symlinkSync(outside, path);
    const file = await fetchFile(test, realm, url, { user: member });
    expect([file.status, file.content.toString().includes(secret)]).toEqual([404, false]);
  });

  it('does not follow a linked directory in the storage', async () => {
    const { url, pathId } = await upload(member, { content: 'content' });
    const directory = dirname(join(test.config.dataDir, 'files', 'uploads', pathId));
    rmSync(directory, { recursive: true });
    const target = join(test.config.dataDir, 'linked');
    mkdirSync(target);
    writeFileSync(join(target, 'notes.txt'), secret);
    symlinkSync(target, directory);
    const file = await fetchFile(test, realm, url, { user: member });
    expect([file.status, file.content.toString().includes(secret)]).toEqual([404, false]);
  });

  it.each([
    ['/user_uploads/1/../../outside', 404],
    ['/user_uploads/1/ab/..%2f..%2f..%2f..%2foutside/x', 404],
    ['/user_uploads/1/ab/secret/..%2f..%2f..%2f..%2f..%2foutside', 404],
    ['/user_uploads/download/1/ab/secret/..%5c..%5coutside', 404],
    ['/user_uploads/1/ab/secret/%00', 404],
    ['/user_uploads/thumbnail/1/ab/secret/%00/840x560.webp', 404],
    ['/user_uploads/temporary/00/..%2f..%2foutside', 400],
  ])('for %s finds nothing', async (path, expected) => {
    const { status, body } = await member.client.raw('GET', path);
    expect([status, body['result']]).toEqual([expected, 'error']);
  });
});
