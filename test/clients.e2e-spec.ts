// Requests and reports of clients and browsers without an account.
import { describe, expect, it, jest } from '@jest/globals';
import { PinoLogger } from 'nestjs-pino';
import { ownTestApp } from './app.js';
import { createRealm } from './factories.js';

const GIF_KEYS = { GIPHY_API_KEY: 'giphy key', KLIPY_API_KEY: 'klipy key' };
const test = await ownTestApp(GIF_KEYS);
const realm = await createRealm(test);
const OLD = 'ZulipMobile/16.2.95 (Android 8.1.0)';

describe.each(['/compatibility', '/api/v1/compatibility'])('GET %s', (path) => {
  it.each([
    ['ParleyTest/1.0', 200],
    ['ZulipMobile/27.190 (Android 13)', 200],
    [OLD, 400],
    ['ZulipInvalid/1.0', 400],
    ['', 400],
  ])('answers the client "%s" with %i', async (userAgent, status) => {
    const client = test.anonymous('nowhere.example.com').as(undefined, userAgent);
    const answer = await client.raw('GET', path);
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body).toMatchObject({ code: 'BAD_REQUEST' });
  });
});

it('GET /server_settings reports clients that cannot use the server', async () => {
  const incompatible = async (userAgent: string): Promise<unknown> =>
    (await realm.anonymous.as(undefined, userAgent).get('server_settings')).body['is_incompatible'];
  expect(await incompatible('ZulipInvalid/1.0')).toBe(true);
  expect(await incompatible(OLD)).toBe(false);
});

describe('POST /report/csp_violations', () => {
  const PATH = '/report/csp_violations';
  const report = JSON.stringify({
    'csp-report': {
      'document-uri': 'http://parley.test/join/a-token',
      'violated-directive': 'img-src',
      'blocked-uri': 'https://other.example.com/picture.png',
    },
  });
  const send = (type: string, body: string): ReturnType<typeof realm.anonymous.raw> =>
    realm.anonymous.raw('POST', PATH, { headers: { 'Content-Type': type }, body });

  it.each(['application/csp-report', 'application/json; charset=utf-8'])(
    'logs a report of the type %s',
    async (type) => {
      const warn = jest.spyOn(PinoLogger.prototype, 'warn').mockReturnValue();
      expect(await send(type, report)).toMatchObject({ status: 200, body: { result: 'success' } });
      expect(warn.mock.calls).toEqual([
        [
          {
            page: 'http://parley.test',
            directive: 'img-src',
            blocked: 'https://other.example.com',
            source: '',
          },
          expect.any(String),
        ],
      ]);
      warn.mockRestore();
    },
  );

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'a=1', 415],
    ['text', 'text/plain', report, 415],
    ['broken JSON', 'application/json', '{', 400],
    ['an empty body', 'application/json', '', 400],
    ['another object', 'application/json', '{"a":1}', 400],
    ['a long body', 'application/json', JSON.stringify('x'.repeat(20_000)), 413],
  ])('refuses %s', async (_what, type, body, status) => {
    expect((await send(type, body)).status).toBe(status);
  });

  it('is the only address that takes JSON', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await realm.owner.client.raw('POST', '/api/v1/messages', {
      headers,
      body: '{}',
    });
    expect(answer.status).toBe(415);
  });
});

it('clients receive the keys for GIFs', async () => {
  const types = ['giphy', 'tenor', 'klipy'];
  expect(await realm.owner.client.expect('POST', 'register', { event_types: types })).toMatchObject(
    { giphy_api_key: 'giphy key', tenor_api_key: '', klipy_api_key: 'klipy key' },
  );
});
