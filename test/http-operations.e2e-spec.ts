// The HTTP layer for operators: limits, request ids, logs, health, metrics, shutdown.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Agent, request as httpRequest, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import {
  type Answer,
  basic,
  database,
  expectError,
  KEY,
  logLines,
  parse,
  type SampleApp,
  startSampleApp,
} from './http-sample-app.js';

let sample: SampleApp;
const call: SampleApp['call'] = (...args) => sample.call(...args);

beforeAll(async () => {
  sample = await startSampleApp('on');
});

afterAll(async () => {
  await sample.app.close();
});

async function repeat(times: number, attempt: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let i = 0; i < times; i++) answers.push(await attempt());
  return answers;
}

describe('rate limits', () => {
  it('allow 200 requests per minute for each user', async () => {
    const as = 'busy@example.com';
    const before = Date.now() / 1000;
    const first = await call('GET', 'notes/mine', { as });
    const after = Date.now() / 1000;
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '200',
      'x-ratelimit-remaining': '199',
    });
    const reset = Number(first.headers['x-ratelimit-reset']);
    expect(reset).toBeGreaterThanOrEqual(Math.floor(before + 60));
    expect(reset).toBeLessThanOrEqual(Math.ceil(after + 60));
    const rest = await repeat(199, () => call('GET', 'notes/mine', { as }));
    expect(rest.every(({ status }) => status === 200)).toBe(true);
    const over = await call('GET', 'notes/mine', { as });
    expectError(over, 429, 'RATE_LIMIT_HIT');
    const wait = over.body['retry-after'] as number;
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThan(60);
    expect(over.headers).toMatchObject({
      'retry-after': String(Math.ceil(wait)),
      'x-ratelimit-limit': '200',
      'x-ratelimit-remaining': '0',
    });
    expect((await call('GET', 'notes/mine')).status).toBe(200);
  });

  it('count attempts per user name if the handler requests it', async () => {
    const attempt = (username: string) => (): Promise<Answer> =>
      call('POST', 'login', { as: null, form: { username } });
    const answers = await repeat(5, attempt('one'));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expectError(await attempt('one')(), 429, 'RATE_LIMIT_HIT');
    expect((await attempt('two')()).status).toBe(200);
  });

  it('allow 100 requests without credentials per minute for each address', async () => {
    const wrong = (): Promise<Answer> =>
      call('GET', 'notes', {
        headers: { authorization: basic(`member@example.com:x${KEY.slice(1)}`) },
      });
    const answers = await repeat(100, wrong);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expectError(await wrong(), 429, 'RATE_LIMIT_HIT');
    expectError(await call('GET', 'open', { as: null }), 429, 'RATE_LIMIT_HIT');
    expect((await call('GET', 'notes/mine')).status).toBe(200);
    const exempt = await call('GET', 'picture', { as: null });
    expect([exempt.status, exempt.headers['x-ratelimit-limit']]).toEqual([200, undefined]);
    const proxied = { 'x-forwarded-for': '192.0.2.7' };
    expect((await call('GET', 'open', { as: null, headers: proxied })).status).toBe(200);
    expect((await call('GET', '/health/live', { as: null })).status).toBe(200);
  });
});

describe('a request', () => {
  it('has an id, its own or one from a proxy', async () => {
    const own = await call('GET', 'notes/mine');
    expect(own.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const named = await call('GET', 'nothing', { headers: { 'x-request-id': 'lb-1.2_3' } });
    expect(named.headers['x-request-id']).toBe('lb-1.2_3');
    for (const bad of ['a b', '{"a":1}', 'x'.repeat(65)]) {
      const { headers } = await call('GET', 'notes/mine', { headers: { 'x-request-id': bad } });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('is one line in the log, without its secrets', async () => {
    logLines.length = 0;
    await call('POST', 'notes/5?api_key=hidden-query', {
      headers: { host: 'zoo.localhost', 'x-request-id': 'line-1' },
      form: { method: 'PATCH', text: 'hidden-text', password: 'hidden-password' },
    });
    await call('GET', '/unknown/path?token=hidden-token');
    await call('GET', 'fail/secret');
    const entries = logLines.map(parse).filter(({ msg }) => msg === 'request');
    expect(entries).toEqual([
      expect.objectContaining({
        method: 'PATCH',
        route: '/api/v1/notes/:note_id',
        status: 200,
        ms: expect.any(Number),
        realm: 'zoo',
        user_id: 1,
        request_id: 'line-1',
      }),
      expect.objectContaining({ method: 'GET', route: '/unknown/path', status: 404 }),
      expect.objectContaining({ status: 500 }),
    ]);
    const log = logLines.join('');
    for (const secret of ['hidden', KEY, 'hunter2', basic(`member@example.com:${KEY}`)]) {
      expect(log).not.toContain(secret);
    }
    expect(log).toContain('[Redacted]');
  });
});

describe('health', () => {
  it('is ready while its dependencies work', async () => {
    const ready = await call('GET', '/health/ready', { as: null });
    expect([ready.status, ready.body]).toEqual([
      200,
      { status: 'ok', database: 'up', worker: 'down' },
    ]);
    database.works = false;
    const broken = await call('GET', '/health/ready', { as: null });
    expect([broken.status, broken.body]).toEqual([503, { status: 'error', database: 'down' }]);
    expect((await call('GET', '/health/live', { as: null })).status).toBe(200);
    database.works = true;
  });
});

describe('metrics', () => {
  it('count requests by the template of their route', async () => {
    await call('GET', 'notes/8');
    const { status, text, headers } = await call('GET', '/metrics', { as: null });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/notes\/:note_id",status="200"\} \d/,
    );
    expect(text).toContain('route="none",status="404"');
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain('/unknown/path');
  });
});

describe('a response that the client does not read', () => {
  it('times out, unlike one that the client reads slowly', async () => {
    const { app, port, ...opened } = await startSampleApp();
    const server: Server = app.getHttpServer();
    server.timeout = 20;
    expect((await opened.call('GET', 'wait')).status).toBe(200);
    const gone = new Promise((resolve) => {
      server.once('connection', (connection: Socket) => connection.on('close', resolve));
    });
    const client = connect(port, '127.0.0.1').pause();
    const authorization = basic(`member@example.com:${KEY}`);
    client.write(
      `GET /api/v1/large HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`,
    );
    await gone;
    client.destroy();
    await app.close();
  });
});

describe('closing', () => {
  it('answers waiting requests and closes idle keep-alive connections', async () => {
    const { app, port } = await startSampleApp();
    const agent = new Agent({ keepAlive: true });
    const headers = { authorization: basic(`member@example.com:${KEY}`) };
    const arrived = once(app.getHttpServer(), 'request');
    const waiting = new Promise<[number?, string?]>((resolve, reject) => {
      httpRequest({ port, path: '/api/v1/wait', headers, agent }, (response) => {
        const { statusCode, headers: answered } = response;
        response.resume().on('end', () => resolve([statusCode, answered.connection]));
      })
        .on('error', reject)
        .end();
    });
    await arrived;
    await app.close();
    expect(await waiting).toEqual([200, 'close']);
    agent.destroy();
  });
});
