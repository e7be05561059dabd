// Every URL of this server in a response or a message exists.
import { expect, it } from '@jest/globals';
import { request } from 'node:http';
import { sharedTestApp } from './app.js';
import { sendToStream, subscribe, unique } from './factories.js';
import { createScene } from './scene.js';

const test = await sharedTestApp();
const { realm, owner } = await createScene(test, {});

interface FileAnswer {
  status: number;
  type: string;
  origin: string | undefined;
  body: Buffer;
}

/** Without credentials, as an <img> element. */
function load(path: string): Promise<FileAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { Host: realm.host };
    const outgoing = request(`http://127.0.0.1:${test.port}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode!,
          type: response.headers['content-type'] ?? '',
          origin: response.headers['access-control-allow-origin'],
          body: Buffer.concat(chunks),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** The paths of this server in all texts of a value, also in HTML. */
function pathsIn(value: unknown, base: string): string[] {
  if (typeof value === 'string') {
    const addresses = value.startsWith('<')
      ? Array.from(value.matchAll(/ (?:src|href)="([^"]*)"/g), ([, address]) => address!)
      : [value];
    return addresses.flatMap((address) => {
      const path = address.startsWith(`${base}/`) ? address.slice(base.length) : address;
      return /^\/[^/#]/.test(path) ? [path] : [];
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((member) => pathsIn(member, base));
}

it('every address in POST /register, server_settings and messages exists', async () => {
  const channel = unique('channel');
  await subscribe(owner, channel);
  for (const content of [':zulip: :smile: :tada:', `@**all** #**${channel}** *text*`]) {
    await sendToStream(owner, channel, 'topic', content);
  }
  const state = await owner.client.expect('POST', 'register', { client_gravatar: false });
  const settings = await realm.anonymous.expect('GET', 'server_settings');
  const messages = await owner.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: true,
    client_gravatar: false,
  });
  const base = state['realm_url'] as string;
  const paths = [...new Set(pathsIn([state, settings, messages], base))];
  expect(paths).toEqual(
    expect.arrayContaining([
      expect.stringContaining('zulip.png'),
      expect.stringContaining('emoji_api.json'),
      expect.stringContaining('logo.svg'),
    ]),
  );
  for (const path of paths) {
    const { status } = await load(path);
    expect([path, status]).toEqual([path, 200]);
  }
});

it.each([
  ['/static/images/loading/loader-black.svg', 'image/svg+xml'],
  ['/static/images/logo.svg?version=0', 'image/svg+xml'],
  ['/static/generated/emoji/images/emoji/unicode/zulip.png', 'image/png'],
])('%s is a picture that pages of other origins may show', async (path, type) => {
  const { status, type: sent, origin, body } = await load(path);
  expect([status, sent.split(';')[0], origin]).toEqual([200, type, '*']);
  expect(body.toString('latin1')).toMatch(type === 'image/png' ? /^\x89PNG/ : /^<svg/);
});

it('the emoji data has all names of each emoji by its code', async () => {
  const { server_emoji_data_url: url, realm_url: base } = await owner.client.expect(
    'POST',
    'register',
    { fetch_event_types: ['realm'] },
  );
  expect(url).toMatch(/^https?:\/\//);
  const { type, origin, body } = await load((url as string).slice((base as string).length));
  expect([type.split(';')[0], origin]).toEqual(['application/json', '*']);
  const { code_to_names: names } = JSON.parse(body.toString()) as {
    code_to_names: Record<string, string[]>;
  };
  expect(names['1f604']![0]).toBe('smile');
  expect(names['1f642']![0]).toBe('slight_smile');
  expect(names['1f44d']!.slice(0, 3)).toEqual(['+1', 'thumbs_up', 'like']);
  expect(Object.keys(names).length).toBeGreaterThan(1800);
});
