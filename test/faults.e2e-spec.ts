// The behavior for clients under faults: a client that is far behind, the loss of Redis, restarts of the
// database.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded/embedded-postgres.js';
import { startTestApp, type TestApp } from './app.js';
import { TestQueue, until } from './event-queue.js';
import { endProcesses, hasOwnRedis, ServerProcess, startRedis } from './server-process.js';
import { ENVIRONMENT, logInOwner, OWNER } from './server-environment.js';

jest.setTimeout(120_000);

afterAll(endProcesses);

describe('a client that is 100,000 events behind', () => {
  const COUNT = 100_000;
  const MAX_GROWTH_MB = 100;
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  it('receives them in pages from the table, with constant memory of the server', async () => {
    const server = new ServerProcess('api', { ...ENVIRONMENT, DATABASE_URL: test.database.url });
    const client = await logInOwner(await server.ready());
    const queue = await TestQueue.register(client, { event_types: ['alert_words'] });
    const { user_id: userId } = await client.expect('GET', 'users/me');
    await test.dataSource.query(
      `INSERT INTO event_log (realm_id, id, type, payload, audience)
       SELECT u.realm_id, nextval('event_log_id_seq'), 'alert_words',
         json_build_object('alert_words', json_build_array('word ' || n)),
         json_build_object('kind', 'users', 'userIds', json_build_array(u.id))
       FROM users u, generate_series(1, $2::integer) AS n WHERE u.id = $1`,
      [userId, COUNT],
    );
    let received = 0;
    let last = queue.lastEventId;
    let half = 0;
    for (let pages = 1; received < COUNT; pages++) {
      const events = await queue.now();
      expect(events.length).toBeGreaterThan(0);
      expect(events.length).toBeLessThanOrEqual(1000);
      const ids = [last, ...events.map(({ id }) => id)];
      // One assertion for all: each costs as much as the event.
      expect(ids.every((id, index) => index === 0 || id > ids[index - 1]!)).toBe(true);
      last = ids.at(-1)!;
      received += events.length;
      if (pages === 50) half = await memoryOf(server);
    }
    expect(received).toBe(COUNT);
    expect(await queue.now()).toEqual([]);
    expect(await memoryOf(server)).toBeLessThan(half + MAX_GROWTH_MB);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});

/** Resident memory in MB. */
async function memoryOf({ pid }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)![1]) / 1024;
}

const describeRedis = hasOwnRedis() ? describe : describe.skip;
describeRedis('a Redis that becomes unavailable', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(async () => {
    await endProcesses();
    await test.close();
  });

  it('delays events between processes by a second until it is back', async () => {
    const url = await startRedis();
    const environment = { ...ENVIRONMENT, DATABASE_URL: test.database.url, REDIS_URL: url };
    const first = new ServerProcess('api', environment);
    const atFirst = await logInOwner(await first.ready());
    const second = new ServerProcess('api', environment);
    const secondPort = await second.ready();
    const atSecond = await logInOwner(secondPort);
    const wakeUps = async (): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${secondPort}/metrics`)).text();
      return Number(/^event_log_wakeups_total (\S+)/m.exec(text)![1]);
    };
    const send = async (content: string): Promise<unknown> => {
      const message = { type: 'direct', to: [OWNER.email], content };
      return (await atFirst.expect('POST', 'messages', message))['id'];
    };
    const queue = (await TestQueue.register(atFirst, { event_types: ['message'] })).through(
      atSecond,
    );

    const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    await redis.connect();
    await redis.shutdown('NOSAVE').catch(() => undefined);
    redis.disconnect();
    const waiting = queue.poll();
    const meanwhile = await send('while it is gone');
    expect(await waiting).toMatchObject([{ message: { id: meanwhile } }]);

    await startRedis(Number(new URL(url).port));
    const before = await wakeUps();
    await until(async () => {
      await send('is it back?');
      return (await wakeUps()) > before;
    });
    expect([first.isRunning, second.isRunning]).toEqual([true, true]);
    first.kill('SIGTERM');
    second.kill('SIGTERM');
    expect([await first.ended, await second.ended]).toEqual([0, 0]);
  });
});

describe('a database that restarts', () => {
  let directory: string;
  let postgres: EmbeddedPostgres;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'parley-faults-'));
    await startPostgres();
  });
  afterAll(async () => {
    await endProcesses();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** By a symbolic link, because the path of the socket changes with each start. */
  async function startPostgres(): Promise<void> {
    postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'data') });
    const socket = join(directory, 'pg');
    await symlink(postgres.connection.host, `${socket}.new`);
    await rename(`${socket}.new`, socket);
  }

  it('is visible in the log and the metrics, and polls continue from their positions', async () => {
    const host = encodeURIComponent(join(directory, 'pg'));
    const server = new ServerProcess('api', {
      ...ENVIRONMENT,
      DATABASE_URL: `postgresql://parley@localhost:5432/parley?host=${host}`,
      LOG_LEVEL: 'warn',
    });
    const port = await server.ready();
    const client = await logInOwner(port);
    const metric = async (name: string): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)![1]);
    };
    const lag = (): Promise<number> => metric('event_log_lag_seconds');
    const queue = await TestQueue.register(client, { event_types: ['message'] });
    expect(await lag()).toBeLessThan(1);
    const waiting = queue.ask();
    await until(async () => (await metric('event_log_parked_polls')) === 1);
    await postgres.stop();
    await until(async () => (await lag()) > 1);
    const { status, body } = await client.get('users');
    expect([status, body['code']]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await startPostgres();
    let id: number | undefined;
    await until(async () => {
      const message = { type: 'direct', to: [OWNER.email], content: 'after the restart' };
      const answer = await client.post('messages', message);
      id = answer.status === 200 ? (answer.body['id'] as number) : undefined;
      return id !== undefined;
    });
    expect((await waiting).body['events']).toMatchObject([{ message: { id } }]);
    await until(async () => (await lag()) < 1);
    expect(server.stdout + server.stderr).toContain('The event log cannot be read');
    expect(server.stdout + server.stderr).toContain('The event log is read again');
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});
