import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registeredRoutes } from '#platform/http/routes.js';
import {
  type Answer,
  expectError,
  logLines,
  multipart,
  NoteDto,
  parse,
  type SampleApp,
  startSampleApp,
} from './http-sample-app.js';

let sample: SampleApp;
const call: SampleApp['call'] = (...parameters) => sample.call(...parameters);

beforeAll(async () => {
  sample = await startSampleApp();
});

afterAll(async () => {
  await sample.app.close();
});

describe('a success', () => {
  it('is an envelope that ends in a newline and is never cached', async () => {
    const answer = await call('GET', 'notes/7');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"result":"success","msg":"","id":7}\n');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '37',
      'cache-control': 'max-age=0, no-cache, no-store, must-revalidate, private',
      expires: expect.stringContaining('GMT'),
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });

  it('may have no fields', async () => {
    expect((await call('GET', 'notes/mine')).text).toBe('{"result":"success","msg":""}\n');
  });

  it('may be written later by the handler', async () => {
    const answer = await call('GET', 'wait?queue_id=1');
    expect(answer.body).toEqual({
      result: 'success',
      msg: '',
      events: [],
      ignored_parameters_unsupported: ['queue_id'],
    });
  });

  it('of POST is 200 too', async () => {
    const { status, body } = await call('POST', 'notes', { form: { text: 'hi', readers: '[1]' } });
    expect([status, body['input']]).toEqual([200, { text: 'hi', readers: [1] }]);
  });

  it('returns the names of unknown parameters in order', async () => {
    const { body } = await call('POST', 'notes?zebra=1&client=x&text=y', {
      form: { body: 'hi', apple: '', method: 'POST' },
    });
    expect(body).toMatchObject({ code: 'REQUEST_CONFUSING_VAR' });
    const ok = await call('POST', 'notes?zebra=1&client=x', {
      form: { body: 'hi', apple: '', method: 'POST' },
    });
    expect(ok.body['ignored_parameters_unsupported']).toEqual(['apple', 'zebra']);
    expect(Object.keys(ok.body).at(-1)).toBe('ignored_parameters_unsupported');
  });
});

describe('parameters', () => {
  it('come from the form before the query string', async () => {
    const { body } = await call('POST', 'notes?text=query&readers=[2]', { form: { text: 'form' } });
    expect(body['input']).toEqual({ text: 'form', readers: [2] });
  });

  it('of a GET come from the query string only', async () => {
    const { body } = await call('GET', 'notes/1?a=1', { form: { b: '2' } });
    expect(body['ignored_parameters_unsupported']).toEqual(['a']);
  });

  it('may be multipart/form-data', async () => {
    const form = multipart(
      ['name="text"', 'hé👍'],
      ['name="readers"', '[3]'],
      ['name="text"', 'two'],
    );
    const { body } = await call('POST', 'notes', form);
    expect(body['input']).toEqual({ text: 'two', readers: [3] });
  });

  it('may be in the body of PATCH and DELETE', async () => {
    const patched = await call('PATCH', 'notes/5', { form: { text: 'new' } });
    expect(patched.body).toMatchObject({ id: 5, input: { text: 'new' } });
    const deleted = await call('DELETE', 'notes/5', { as: 'admin@example.com', form: { a: '1' } });
    expect(deleted.body['ignored_parameters_unsupported']).toEqual(['a']);
  });

  it.each(['PATCH', 'DELETE'])('can turn a POST into a %s', async (method) => {
    const form = { method, text: 'new' };
    const { body } = await call('POST', 'notes/5', { as: 'admin@example.com', form });
    expect(body['result']).toBe('success');
    expect(body['id']).toBe(method === 'PATCH' ? 5 : undefined);
  });

  it('can be absent together with the body, whatever its type', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      '',
    ]) {
      const headers = { 'content-type': type };
      expectError(await call('POST', 'notes', { headers }), 400, 'REQUEST_VARIABLE_MISSING');
    }
    const chunked = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    expectError(await call('POST', 'notes', { headers: chunked }), 400, 'REQUEST_VARIABLE_MISSING');
  });

  it('may be files if the route accepts them', async () => {
    const file = Buffer.alloc(2_000_000, 7);
    const form = multipart(['name="text"', 'hi'], ['name="f"; filename="é.bin"', file]);
    const { body } = await call('POST', 'files', form);
    expect(body).toMatchObject({ text: 'hi', files: [['é.bin', 2_000_000]] });
    expectError(await call('POST', 'files', { ...form, as: null }), 401, 'UNAUTHORIZED');
    expectError(await call('POST', 'notes', form), 413, 'REQUEST_TOO_LARGE');
    const small = multipart(['name="text"', 'hi'], ['name="f"; filename="a"', 'x']);
    expectError(await call('POST', 'notes', small), 400, 'BAD_REQUEST');
    const three = multipart(
      ...[1, 2, 3].map((): [string, string] => ['name="f"; filename="a"', 'x']),
    );
    expectError(await call('POST', 'files', three), 400, 'BAD_REQUEST');
    const large = multipart(['name="f"; filename="a"', Buffer.alloc(3_000_001)]);
    expectError(await call('POST', 'files', large), 413, 'REQUEST_TOO_LARGE');
    const json = { headers: { 'content-type': 'application/json' }, body: '{}' };
    expectError(await call('POST', 'files', json), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('leave a raw body to a route that reads it', async () => {
    const headers = { 'content-type': 'application/json' };
    const { body } = await call('POST', 'raw', { headers, body: '{"a":1}' });
    expect(body['size']).toBe(7);
  });
});

describe('access', () => {
  it('needs credentials unless the route is public', async () => {
    const closed = await call('GET', 'notes', { as: null });
    expectError(closed, 401, 'UNAUTHORIZED');
    expect(closed.headers['www-authenticate']).toBe('Basic realm="zulip"');
    expect((await call('GET', 'open', { as: null })).status).toBe(200);
    const routes = registeredRoutes(sample.app);
    expect(routes.length).toBeGreaterThan(15);
    for (const route of routes) {
      expect([route.path, route.controller]).not.toContain('');
      if (route.public) continue;
      const path = route.path.replaceAll(/:\w+/g, '1');
      expectError(await call(route.method, path, { as: null }), 401, 'UNAUTHORIZED');
    }
    expect(routes.find(({ handler }) => handler === 'change')).toEqual({
      method: 'PATCH',
      path: '/api/v1/notes/:note_id',
      public: false,
      controller: 'NotesController',
      handler: 'change',
      inputs: [NoteDto],
    });
  });

  it('provides the actor with the name of the client', async () => {
    const { body } = await call('GET', 'notes', { headers: { 'user-agent': 'ZulipMobile/1.0' } });
    expect(body['actor']).toMatchObject({ userId: 1, realmId: 1, clientName: 'ZulipMobile' });
    const named = await call('GET', 'notes?client=robot');
    expect(named.body['actor']).toMatchObject({ clientName: 'robot' });
    expect(named.body).not.toHaveProperty('ignored_parameters_unsupported');
  });

  it('depends on the realm that the Host header names', async () => {
    const at = (host: string, path: string): Promise<Answer> =>
      call('GET', path, { headers: { host } });
    expect((await at('ZOO.localhost:99', 'open')).body).toMatchObject({
      realm: { stringId: 'zoo' },
    });
    expectError(await at('nowhere.localhost', 'notes'), 401, 'UNAUTHORIZED');
    expectError(await at('nowhere.localhost', 'open'), 404, 'NONEXISTENT_SUBDOMAIN');
    expect((await at('nowhere.localhost', 'settings')).body).toMatchObject({ found: false });
  });

  it('depends on the role', async () => {
    expectError(await call('DELETE', 'notes/1'), 400, 'BAD_REQUEST');
    expect((await call('DELETE', 'notes/1', { as: 'admin@example.com' })).status).toBe(200);
  });

  it('admits incoming-webhook bots only to their operations', async () => {
    const as = 'hook-bot@example.com';
    expectError(await call('GET', 'notes', { as }), 401, 'UNAUTHORIZED');
    expect((await call('POST', 'hook', { as })).status).toBe(200);
  });
});

const FILE_BODY =
  '--e\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nx\r\n--e--\r\n';

describe('routes', () => {
  it('that do not exist are 404', async () => {
    for (const path of ['nothing', '/nothing', 'notes/', 'NOTES', '/api/v1', '/api/v1/notes//1']) {
      expectError(await call('GET', path), 404, 'NOT_FOUND');
    }
    expectError(await call('OPTIONS', 'nothing'), 404, 'NOT_FOUND');
  });

  it.each([
    ['JSON', { 'content-type': 'application/json' }, '{"a":1}'],
    ['a file', { 'content-type': 'multipart/form-data; boundary=e' }, FILE_BODY],
    ['two megabytes', { 'content-type': 'text/plain' }, 'a'.repeat(2_000_000)],
  ])('that do not exist are 404 with a body of %s too', async (_what, headers, body) => {
    expectError(await call('POST', 'nothing', { headers, body }), 404, 'NOT_FOUND');
    expectError(await call('PATCH', 'notes/abc', { headers, body }), 404, 'NOT_FOUND');
  });

  it('of the API are open to scripts of other origins, without cookies', async () => {
    const headers = { origin: 'https://bot.example.com' };
    for (const answer of [
      await call('OPTIONS', 'notes', { as: null, headers }),
      await call('GET', 'notes', { headers }),
      await call('GET', 'notes', { as: null, headers }),
    ]) {
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'Authorization',
        'access-control-allow-methods': 'GET, POST, DELETE, PUT, PATCH, HEAD',
      });
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
    const outside = await call('GET', '/health/live', { as: null, headers });
    expect(outside.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('answer another method with 405 and the allowed ones', async () => {
    const answer = await call('PUT', 'notes/1', { as: null });
    expectError(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers['allow']).toBe('DELETE, GET, PATCH');
    expect(answer.body['allowed_methods']).toEqual(['DELETE', 'GET', 'PATCH']);
    for (const refused of [
      await call('PROPFIND', 'notes'),
      await call('POST', 'notes/1', { form: { method: 'PUT' } }),
    ]) {
      expectError(refused, 405, 'METHOD_NOT_ALLOWED');
    }
  });

  it('answer OPTIONS with the allowed methods', async () => {
    const answer = await call('OPTIONS', 'notes', { as: null });
    expect([answer.status, answer.headers['allow'], answer.text]).toEqual([204, 'GET, POST', '']);
  });

  it('answer HEAD like GET without the body', async () => {
    const answer = await call('HEAD', 'notes/7');
    expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([200, '37', '']);
  });

  it('with a literal name precede those with a variable', async () => {
    expect((await call('GET', 'notes/mine')).status).toBe(200);
    expectError(await call('GET', 'notes/other'), 404, 'NOT_FOUND');
  });
});

describe('an id in the path', () => {
  it.each(['-1', '1.0', '1e3', '0x1', '2147483648', '99999999999999999999', '%31%00', 'x', '%20'])(
    '%s is not found',
    async (id) => {
      expectError(await call('GET', `notes/${id}`), 404, 'NOT_FOUND');
    },
  );

  it('may be text with any character', async () => {
    expect((await call('GET', 'people/a%40b%C3%A9%2Fc')).body['email']).toBe('a@bé/c');
  });
});

describe('failures', () => {
  it('of the server have details in the log only, once', async () => {
    logLines.length = 0;
    const answer = await call('GET', 'fail/now', { headers: { 'x-request-id': 'abc-1' } });
    expectError(answer, 500);
    expect(answer.text).not.toContain('broken');
    const errors = logLines.filter((line) => line.includes('a broken service'));
    expect(errors).toHaveLength(1);
    expect(parse(errors[0] ?? '')).toMatchObject({
      level: 50,
      request_id: 'abc-1',
      route: 'GET /api/v1/fail/:how',
      err: { stack: expect.stringContaining('http-sample-app') },
    });
  });

  it('of PostgreSQL because of the input are client errors', async () => {
    logLines.length = 0;
    expectError(await call('GET', 'fail/data'), 400, 'BAD_REQUEST');
    expect(logLines.some((line) => parse(line)['level'] === 40)).toBe(true);
  });

  it('can contain the value', async () => {
    const answer = await call('GET', 'fail/value');
    expectError(answer, 400, 'REQUEST_VARIABLE_INVALID');
    expect(answer.body).toMatchObject({ var_name: 'days', bad_value: 'x' });
  });

  it('of the time before a handler have the same form', async () => {
    expectError(await call('GET', 'notes?a=%'), 400, 'BAD_REQUEST');
  });
});
