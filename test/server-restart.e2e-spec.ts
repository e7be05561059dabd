// The `restart` event: none is published when processes are replaced one after the other, and one when
// the whole server restarts, with the same generation in all processes.
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { RealmsRepository } from '#modules/realms/realms/realms.repository.js';
import { ServerGenerationService } from '#modules/realms/realms/server-generation.service.js';
import { startTestApp, type TestApp, type TestServer } from './app.js';
import { Client } from './client.js';
import { TestQueue, until, type WireEvent } from './event-queue.js';
import { createRealm, createUser, type TestRealm } from './factories.js';
import { endProcesses, ServerProcess } from './server-process.js';
import { ENVIRONMENT, logInOwner } from './server-environment.js';
import { createTestDatabase } from './test-database.js';
import { observersOf, verifyEvents } from './verify-events.js';

jest.setTimeout(100_000);

describe('processes', () => {
  let test: TestApp;
  let realm: TestRealm;
  const others: TestServer[] = [];
  beforeEach(async () => {
    test = await startTestApp();
    realm = await createRealm(test);
  });
  afterEach(async () => {
    await Promise.all(others.splice(0).map((other) => other.close()));
    await test.close();
  });

  function begin({ app }: TestServer): Promise<void> {
    return app.get(ServerGenerationService).begin();
  }

  async function startOthers(count: number): Promise<TestServer[]> {
    for (let n = 0; n < count; n++) others.push(await test.startAnother());
    return others;
  }

  async function generationAt({ port }: TestServer): Promise<unknown> {
    const client = new Client(port, realm.host).as(realm.owner);
    const { server_generation: generation } = await client.expect('POST', 'register', {
      fetch_event_types: ['realm'],
    });
    return generation;
  }

  /** The generation in all places that show it, and the number of restart events. */
  async function restartsDuring(act: () => Promise<unknown>): Promise<WireEvent[]> {
    const queue = await TestQueue.register(realm.owner.client, { event_types: ['restart'] });
    await act();
    return queue.now();
  }

  it('publish one restart event to every client', async () => {
    const member = await createUser(test, realm);
    const observers = observersOf(realm, { owner: realm.owner, member });
    const seen = await verifyEvents(test, observers, () => begin(test));
    for (const events of seen.values()) {
      expect(events).toMatchObject([{ type: 'restart', zulip_feature_level: 500 }]);
    }
  });

  it('publish it in every active organization', async () => {
    const second = await createRealm(test);
    const queue = await TestQueue.register(second.owner.client, { event_types: ['restart'] });
    const restarts = await restartsDuring(() => begin(test));
    expect(await queue.now()).toMatchObject([
      { server_generation: restarts[0]!['server_generation'] },
    ]);
  });

  it('that start at the same time are one server', async () => {
    const started = await startOthers(2);
    const all = [test, ...started];
    const restarts = await restartsDuring(() => Promise.all(all.map(begin)));
    expect(restarts).toHaveLength(1);
    const generations = await Promise.all(all.map(generationAt));
    expect(new Set(generations)).toEqual(new Set([restarts[0]!['server_generation']]));
  });

  it('publish nothing when they are replaced one after the other', async () => {
    await begin(test);
    const restarts = await restartsDuring(async () => {
      for (let n = 0; n < 3; n++) {
        const [next] = await startOthers(1);
        await begin(next!);
        await others.pop()!.close();
      }
    });
    expect(restarts).toEqual([]);
  });

  it('of a new version start a new generation, also while processes of the old one run', async () => {
    await begin(test);
    const [next] = await startOthers(1);
    await test.dataSource.query(`UPDATE server_generations SET fingerprint = 'of the old kind'`);
    const before = await generationAt(test);
    const restarts = await restartsDuring(() => begin(next!));
    expect(restarts).toHaveLength(1);
    expect(restarts[0]!['server_generation']).toBeGreaterThan(before as number);
    expect(await generationAt(test)).toBe(restarts[0]!['server_generation']);
  });

  it('are detected again after a loss of their connections', async () => {
    await begin(test);
    await test.dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'parley process'`,
    );
    const counted = async (): Promise<boolean> => {
      const rows: unknown[] = await test.dataSource.query(
        `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
         WHERE a.datname = current_database() AND a.application_name = 'parley process'
           AND l.locktype = 'advisory' AND l.mode = 'ShareLock' AND l.granted`,
      );
      return rows.length > 0;
    };
    await until(counted);
    const [next] = await startOthers(1);
    expect(await restartsDuring(() => begin(next!))).toEqual([]);
  });

  it('fail to start when the event cannot be published; the next one publishes it', async () => {
    const failing = jest
      .spyOn(test.app.get(RealmsRepository), 'activeIds')
      .mockRejectedValueOnce(new Error('the sample of a failure'));
    await expect(begin(test)).rejects.toThrow('the sample of a failure');
    failing.mockRestore();
    const [next] = await startOthers(1);
    expect(await restartsDuring(() => begin(next!))).toHaveLength(1);
  });
});

describe('a server of one process', () => {
  let environment: Record<string, string>;
  let drop: () => Promise<void>;
  let server: ServerProcess;
  let queue: TestQueue;
  let generation: number;

  async function start(): Promise<Client> {
    server = new ServerProcess('api', environment);
    return logInOwner(await server.ready());
  }

  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = () => database.drop();
    environment = { ...ENVIRONMENT, DATABASE_URL: database.url };
    queue = await TestQueue.register(await start(), {
      event_types: ['restart'],
      fetch_event_types: ['realm'],
    });
    generation = queue.state['server_generation'] as number;
  });
  afterAll(async () => {
    await endProcesses();
    await drop();
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('publishes its restart after %s', async (signal) => {
    server.kill(signal);
    await server.ended;
    queue = queue.through(await start());
    const restarts = await queue.now();
    expect(restarts).toMatchObject([{ type: 'restart' }]);
    expect(restarts[0]!['server_generation']).toBeGreaterThan(generation);
    generation = restarts[0]!['server_generation'] as number;
  });
});
