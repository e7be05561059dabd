// The built server as an operator runs it: several real processes on one database.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Client } from './client.js';
import { TestQueue, until, type WireEvent } from './event-queue.js';
import { endProcesses, hasRedis, ServerProcess, startRedis } from './server-process.js';
import { ENVIRONMENT, logInOwner } from './server-environment.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

jest.setTimeout(100_000);

let database: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  environment = {
    DATABASE_URL: database.url,
    ...ENVIRONMENT,
  };
});

afterAll(async () => {
  await endProcesses();
  await database.drop();
});

async function send(client: Client, content: string): Promise<number> {
  const message = { type: 'channel', to: 'general', topic: 'crash', content };
  return (await client.expect('POST', 'messages', message))['id'] as number;
}

interface Received {
  eventId: number;
  messageId: number;
  content: string;
}

/** Follows a queue, and continues on the next server with its last event id if one does not respond. */
async function follow(
  queue: TestQueue,
  clients: Client[],
  isDone: (received: Received[]) => boolean,
): Promise<Received[]> {
  const received: Received[] = [];
  let last = queue.lastEventId;
  const deadline = performance.now() + 60_000;
  for (let turn = 0; !isDone(received);) {
    try {
      const client = clients[turn % clients.length]!;
      const parameters = { queue_id: queue.id, last_event_id: last };
      const body = await client.expect('GET', 'events', parameters);
      for (const { id, type, message } of body['events'] as WireEvent[]) {
        last = id;
        if (type !== 'message') continue;
        const { id: messageId, content } = message as { id: number; content: string };
        received.push({ eventId: id, messageId, content });
      }
    } catch (error) {
      if (performance.now() > deadline) throw error;
      turn++;
      await delay(20);
    }
  }
  return received;
}

const kinds = [
  { kind: 'with Redis', redis: true },
  { kind: 'with PostgreSQL alone', redis: false },
];

for (const { kind, redis } of kinds) {
  // Reported as skipped without Redis.
  const describeKind = redis && !hasRedis() ? describe.skip : describe;
  describeKind(`two API processes and a worker ${kind}`, () => {
    let first: ServerProcess;
    let second: ServerProcess;
    let worker: ServerProcess;
    let atFirst: Client;
    let atSecond: Client;
    let there: Record<string, string>;

    beforeAll(async () => {
      there = { ...environment, ...(redis ? { REDIS_URL: await startRedis() } : {}) };
      first = new ServerProcess('api', there);
      second = new ServerProcess('api', there);
      worker = new ServerProcess('worker', there);
      const [firstPort, secondPort] = await Promise.all([first.ready(), second.ready()]);
      await worker.ready();
      atFirst = await logInOwner(firstPort);
      atSecond = await logInOwner(secondPort);
    });

    it('serve each other’s queues', async () => {
      const queue = await TestQueue.register(atFirst, { event_types: ['message'] });
      const polling = queue.through(atSecond).poll();
      await delay(200);
      const id = await send(atFirst, 'across');
      expect(await polling).toMatchObject([{ message: { id } }]);
    });

    it('survive the loss of every database connection', async () => {
      const queue = await TestQueue.register(atFirst, { event_types: ['message'] });
      const done = (received: Received[]): boolean => received.length > 0;
      const following = follow(queue, [atSecond], done);
      await delay(200);
      const admin = new pg.Client(database.connection);
      await admin.connect();
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      await admin.end();
      let id: number | undefined;
      await until(async () => {
        id = await send(atFirst, 'after the loss').catch(() => undefined);
        return id !== undefined;
      });
      expect((await following).map(({ messageId }) => messageId)).toEqual([id]);
      expect([first.isRunning, second.isRunning, worker.isRunning]).toEqual([true, true, true]);
    });

    it('lose and repeat nothing when one is killed during sends', async () => {
      const register = (): Promise<TestQueue> =>
        TestQueue.register(atFirst, { event_types: ['message'] });
      const [moving, staying] = [await register(), await register()];
      const acknowledged = new Map<string, number>();
      const stop = new AbortController();
      let sentAll = false;
      const senders = Array.from({ length: 4 }, async (_, sender) => {
        let client = sender % 2 === 0 ? atFirst : atSecond;
        for (let n = 0; !stop.signal.aborted; n++) {
          const content = `${kind}, ${sender}-${n}`;
          try {
            acknowledged.set(content, await send(client, content));
          } catch {
            client = atSecond;
          }
        }
      });
      const everything = (received: Received[]): boolean =>
        sentAll &&
        [...acknowledged.values()].every((id) =>
          received.some(({ messageId }) => messageId === id),
        );
      const readers = [
        follow(moving, [atFirst, atSecond], everything),
        follow(staying, [atSecond], everything),
      ];
      await until(() => acknowledged.size > 40);
      first.kill('SIGKILL');
      expect(await first.ended).toBe('SIGKILL');
      const before = acknowledged.size;
      await until(() => acknowledged.size > before + 40);
      stop.abort();
      await Promise.all(senders);
      sentAll = true;
      // Ends polls that started after the last event.
      await send(atSecond, 'the end');
      for (const received of await Promise.all(readers)) {
        const ids = received.map(({ eventId }) => eventId);
        expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
        const messageIds = new Set(received.map(({ messageId }) => messageId));
        expect(messageIds.size).toBe(received.length);
        for (const [content, id] of acknowledged) {
          expect(received.filter((one) => one.content === content)).toMatchObject([
            { messageId: id },
          ]);
        }
      }
      const { messages } = await atSecond.expect('GET', 'messages', {
        anchor: 'newest',
        num_before: 5000,
        num_after: 0,
        apply_markdown: false,
      });
      const kept = new Set((messages as { id: number }[]).map(({ id }) => id));
      expect([...acknowledged.values()].filter((id) => !kept.has(id))).toEqual([]);
    });

    it('end on a signal', async () => {
      const queue = await TestQueue.register(atSecond, { event_types: ['message'] });
      const polling = queue.ask();
      await delay(300);
      second.kill('SIGTERM');
      worker.kill('SIGTERM');
      expect(await polling).toMatchObject({ status: 200, body: { events: [] } });
      // A process that has to be ended by force exits with 1.
      expect(await second.ended).toBe(0);
      expect(await worker.ended).toBe(0);
      expect([second.stderr, worker.stderr]).toEqual(['', '']);
    });
  });
}

describe('a process that cannot start reports the reason in one line, with exit code 1:', () => {
  async function failure(role: string, changes: Record<string, string>): Promise<string> {
    const server = new ServerProcess(role, { ...environment, ...changes });
    expect(await server.ended).toBe(1);
    expect(server.stdout).not.toContain('ready');
    const lines = server.stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    return lines[0]!;
  }

  it('a used port', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    try {
      expect(await failure('api', { PORT: String(port) })).toMatch(
        `Port ${port} is used by another program`,
      );
    } finally {
      taken.close();
    }
  });

  it('an invalid variable', async () => {
    expect(await failure('api', { PORT: 'eighty' })).toMatch('PORT must be a port number');
  });

  it('an unreachable database', async () => {
    const nowhere = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
    expect(await failure('api', nowhere)).toMatch('127.0.0.1:1/none');
    expect(await failure('worker', nowhere)).toMatch('127.0.0.1:1/none');
  });

  it('an unreachable Redis', async () => {
    expect(await failure('api', { REDIS_URL: 'redis://127.0.0.1:1' })).toMatch('Redis');
  });

  it('no secret key, or no database', async () => {
    expect(await failure('api', { SECRET_KEY: '' })).toMatch('SECRET_KEY must be set');
    expect(await failure('worker', { DATABASE_URL: '' })).toMatch('DATABASE_URL must be set');
  });

  it('an unknown role', async () => {
    expect(await failure('tornado', {})).toMatch('tornado');
  });
});

describe('a process with another SECRET_KEY than the keys were encrypted with', () => {
  // With the right one, the processes above report nothing.
  it('reports the problem in one line, and starts', async () => {
    const key = { SECRET_KEY: 'another key, which decrypts nothing here' };
    const server = new ServerProcess('api', { ...environment, ...key });
    await server.ready();
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.stderr).toMatch(/^SECRET_KEY does not decrypt the stored API keys.*\n$/);
  });
});
