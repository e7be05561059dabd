// The proxy for pictures of another server, which the test starts. It serves only URLs that Parley has
// signed, and only pictures and videos below the size limit from allowed networks.
import { afterAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { ownTestApp } from './app.js';
import { assertResponseMatches } from './contract.js';
import { createRealm } from './factories.js';

const PICTURE = Buffer.from('not really a picture');
const MEBIBYTE = 1024 * 1024;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Responses of the other server by path. */
const answers: Record<string, Handler> = {
  '/good.png': (_request, response) => {
    response.writeHead(200, {
      'Content-Type': 'IMAGE/PNG; charset=x',
      'Content-Length': PICTURE.length,
      'Set-Cookie': 'a=b',
      'Cache-Control': 'no-store',
    });
    response.end(PICTURE);
  },
  '/drawing.png': (_request, response) => answer(response, 'image/svg+xml', '<svg/>'),
  '/page.png': (_request, response) => answer(response, 'text/html', '<script>1</script>'),
  '/nothing.png': (_request, response) => response.end(PICTURE),
  '/packed.png': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Encoding': 'gzip' });
    response.end(PICTURE);
  },
  '/broken.png': (_request, response) => response.destroy(),
  '/announced.png': (_request, response) => {
    response.writeHead(200, {
      'Content-Type': 'image/png',
      'Content-Length': 10 * MEBIBYTE + 1,
    });
    response.write(PICTURE);
  },
  '/endless.png': (_request, response) => sendWithoutEnd(response, 'image/png'),
  '/endless.mp4': (_request, response) => sendWithoutEnd(response, 'video/mp4'),
  '/silent.png': () => undefined,
  '/moved.png': (_request, response) => redirect(response, '/good.png'),
  '/circle.png': (_request, response) => redirect(response, '/circle.png'),
  '/elsewhere.png': (_request, response) => redirect(response, `http://127.0.0.2:${port}/good.png`),
  '/file.png': (_request, response) => redirect(response, 'file:///etc/passwd'),
  '/film.mp4': (incoming, response) => {
    response.writeHead(incoming.headers.range === 'bytes=4-9' ? 206 : 200, {
      'Content-Type': 'video/mp4',
      'Content-Range': `bytes 4-9/${PICTURE.length}`,
    });
    response.end(PICTURE.subarray(4, 10));
  },
};
let asked: IncomingHttpHeaders[] = [];
let written = 0;

function answer(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'Content-Type': type });
  response.end(body);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location });
  response.end();
}

function sendWithoutEnd(response: ServerResponse, type: string): void {
  response.writeHead(200, { 'Content-Type': type });
  const filler = Buffer.alloc(64 * 1024);
  const more = (): void => {
    let room = true;
    while (room && !response.destroyed) {
      written += filler.length;
      room = response.write(filler);
    }
  };
  response.on('drain', more);
  more();
}

const server = createServer((incoming, response) => {
  asked.push(incoming.headers);
  const handler = answers[incoming.url!];
  if (handler) return handler(incoming, response);
  response.writeHead(404, { 'Content-Type': 'image/png' });
  response.end(PICTURE);
}).listen(0, '0.0.0.0');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const parley = await ownTestApp({ OUTGOING_NETWORKS: '127.0.0.1/32' });
const realm = await createRealm(parley);

afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

/** The proxy URL of this picture in a message. */
async function shownAt(path: string, host = '127.0.0.1'): Promise<string> {
  const content = `http://${host}:${port}${path}`;
  const { rendered } = await realm.owner.client.expect('POST', 'messages/render', { content });
  const found = / src="(\/external_content\/[^"]+)"/.exec(String(rendered));
  if (!found) throw new Error(`${content} is not shown: ${String(rendered)}`);
  return found[1]!;
}

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the connection was closed before the end. */
  cut: boolean;
}

/** A request without credentials, as by an <img> element. */
async function get(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Got> {
  const outgoing = request({
    host: '127.0.0.1',
    port: parley.port,
    method,
    path,
    agent: false,
    headers: { Host: realm.owner.client.host, ...headers },
  });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  let cut = false;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    cut = true;
  }
  const body = Buffer.concat(chunks);
  return { status: response.statusCode!, headers: response.headers, body, cut };
}

/** Expects the documented error. */
async function refusal(path: string): Promise<[status: number, code: unknown]> {
  const { status, body, headers } = await get(path);
  const envelope = JSON.parse(body.toString()) as Record<string, unknown>;
  assertResponseMatches('GET', path, status, envelope);
  expect(headers['cache-control']).toContain('no-store');
  return [status, envelope['code']];
}

describe('an image', () => {
  it('is proxied with headers that prevent scripts', async () => {
    asked = [];
    const got = await get(await shownAt('/good.png'), {
      headers: { Cookie: 'secret=1', Referer: 'http://secret.example/' },
    });

    expect(got).toMatchObject({ status: 200, body: PICTURE, cut: false });
    expect(got.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PICTURE.length),
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(got.headers['set-cookie']).toBeUndefined();
    expect(asked).toHaveLength(1);
    expect(asked[0]).not.toHaveProperty('cookie');
    expect(asked[0]).not.toHaveProperty('referer');
  });

  it('follows redirects', async () => {
    expect(await get(await shownAt('/moved.png'))).toMatchObject({ status: 200, body: PICTURE });
  });

  it('cannot be opened as a page if it is SVG', async () => {
    const { status, headers } = await get(await shownAt('/drawing.png'));
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment']);
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });

  it('supports HEAD', async () => {
    const { status, headers, body } = await get(await shownAt('/good.png'), { method: 'HEAD' });
    expect([status, headers['content-type'], body.length]).toEqual([200, 'image/png', 0]);
  });

  it('supports ranges of videos', async () => {
    const got = await get(await shownAt('/film.mp4'), { headers: { Range: 'bytes=4-9' } });
    expect(got).toMatchObject({ status: 206, body: PICTURE.subarray(4, 10) });
    expect(got.headers['content-range']).toBe(`bytes 4-9/${PICTURE.length}`);
  });
});

describe('other content', () => {
  it.each([
    '/page.png',
    '/nothing.png',
    '/packed.png',
    '/missing.png',
    '/broken.png',
    '/announced.png',
    '/circle.png',
    '/elsewhere.png',
    '/file.png',
  ])('%s is not proxied', async (path) => {
    expect(await refusal(await shownAt(path))).toEqual([404, 'BAD_REQUEST']);
  });

  it('is not fetched from forbidden networks', async () => {
    asked = [];
    expect(await refusal(await shownAt('/good.png', '127.0.0.2'))).toEqual([404, 'BAD_REQUEST']);
    expect(asked).toEqual([]);
  });

  it('has a time limit', async () => {
    const path = await shownAt('/silent.png');
    const givenUp = new Promise<boolean>((resolve) => {
      server.once('request', (_request, response: ServerResponse) => {
        response.on('close', () => resolve(response.writableEnded));
      });
    });
    expect(await refusal(path)).toEqual([404, 'BAD_REQUEST']);
    // The upstream has not answered.
    expect(await givenUp).toBe(false);
  });

  it('ends at the maximum size', async () => {
    const { status, body, cut } = await get(await shownAt('/endless.png'));
    expect([status, cut]).toEqual([200, true]);
    expect(body.length).toBeLessThanOrEqual(10 * MEBIBYTE);
  });
});

it('a client that does not read pauses the upstream, and one that disconnects releases it', async () => {
  const path = await shownAt('/endless.mp4');
  const released = new Promise<void>((resolve) => {
    server.once('request', (_request, response: ServerResponse) => response.on('close', resolve));
  });
  written = 0;
  const outgoing = request({
    host: '127.0.0.1',
    port: parley.port,
    path,
    agent: false,
    headers: { Host: realm.owner.client.host },
  });
  outgoing.on('error', () => undefined);
  outgoing.end();
  await once(outgoing, 'response');

  let before = -1;
  while (before !== written) {
    before = written;
    await setTimeout(300);
  }
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(60 * MEBIBYTE);

  outgoing.destroy();
  await released;
});

it('requests beyond the limit of concurrent fetches are refused', async () => {
  const [slow, good] = [await shownAt('/silent.png'), await shownAt('/good.png')];
  asked = [];
  const waiting = Array.from({ length: 100 }, () => get(slow));
  while (asked.length < 100) await setTimeout(20);
  expect(await refusal(good)).toEqual([503, 'SERVICE_UNAVAILABLE']);

  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([404]));
  expect((await get(good)).status).toBe(200);
});

describe('a URL without a valid signature', () => {
  it('is refused without a request', async () => {
    asked = [];
    const path = await shownAt('/good.png');
    const [, , digest = '', encoded = ''] = path.split('/');
    const other = Buffer.from(`http://127.0.0.1:${port}/page.png`).toString('hex');
    const forged = [
      [digest, other],
      [digest, encoded.toUpperCase()],
      [digest, `${encoded}0`],
      [digest, `${encoded}zz`],
      [digest.toUpperCase(), encoded],
      [digest.slice(1), encoded],
      ['0'.repeat(40), encoded],
      ['x', 'y'],
      ['%F0%9F%A6%9C', encoded],
    ];
    for (const parts of forged) {
      expect(await refusal(`/external_content/${parts.join('/')}`)).toEqual([403, 'BAD_REQUEST']);
    }
    expect(asked).toEqual([]);
  });
});
