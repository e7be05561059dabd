// Several processes on one database count together, without Redis too.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from './client.js';
import { endProcesses, ServerProcess } from './server-process.js';
import { ENVIRONMENT, HOST, OWNER } from './server-environment.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

jest.setTimeout(100_000);

let database: TestDatabase;
let clients: Client[];

beforeAll(async () => {
  database = await createTestDatabase();
  const processes = [0, 1].map(
    () =>
      new ServerProcess('api', {
        DATABASE_URL: database.url,
        ...ENVIRONMENT,
        RATE_LIMITS: 'on',
      }),
  );
  const ports = await Promise.all(processes.map((process) => process.ready()));
  clients = ports.map((port) => new Client(port, HOST));
});

afterAll(async () => {
  await endProcesses();
  await database.drop();
});

/** Sends requests to the processes in turn. */
const clientAt = (turn: number): Client => clients[turn % clients.length]!;

describe('two processes without Redis', () => {
  const logIn = (turn: number, password: string): ReturnType<Client['post']> =>
    clientAt(turn).post('fetch_api_key', { username: OWNER.email, password });

  it('limit the requests of a user together, up to nine more than in one process', async () => {
    const { body } = await logIn(0, OWNER.password);
    const credentials = { email: OWNER.email, apiKey: body['api_key'] as string };
    let passed = 0;
    const startedAt = performance.now();
    for (let turn = 0; turn < 230; turn++) {
      const { status } = await clientAt(turn).as(credentials).get('users/me');
      if (status === 200) passed += 1;
    }
    // Beyond a minute, the next count begins.
    if (performance.now() - startedAt < 50_000) {
      expect(passed).toBeGreaterThanOrEqual(200);
      expect(passed).toBeLessThanOrEqual(209);
    }
  });

  it('refuse a login after five wrong passwords in total', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn++) statuses.push((await logIn(turn, 'wrong')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    for (const turn of [0, 1]) expect((await logIn(turn, OWNER.password)).status).toBe(429);
  });
});
