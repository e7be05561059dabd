// Restoring a backup as docs/operating.md describes, with real processes: a client that is ahead of the
// backup registers again and misses no later event.
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Client } from './client.js';
import { TestQueue, type WireEvent } from './event-queue.js';
import { endProcesses, ServerProcess } from './server-process.js';
import { ENVIRONMENT, logInOwner, OWNER } from './server-environment.js';
import { hasSystemPostgres, SystemPostgres } from './system-postgres.js';
import { createTestDatabase } from './test-database.js';

jest.setTimeout(180_000);

/** For servers that make a key of their own. */
const { SECRET_KEY, ...KEYLESS } = ENVIRONMENT;

const itWithTools = hasSystemPostgres() ? it : it.skip;

afterEach(endProcesses);

async function send(client: Client, content: string): Promise<void> {
  await client.expect('POST', 'messages', { type: 'direct', to: [OWNER.email], content });
}

async function contents(client: Client): Promise<unknown[]> {
  const range = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false };
  const narrow = [{ operator: 'sender', operand: OWNER.email }];
  const { messages } = await client.expect('GET', 'messages', { ...range, narrow });
  return (messages as { content: string }[]).map(({ content }) => content);
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

async function markRestored(environment: Record<string, string>): Promise<void> {
  const env = { PATH: process.env['PATH'], ...environment };
  const command = ['dist/admin/main.js', 'database', 'restored'];
  const { stderr } = await promisify(execFile)(process.execPath, command, { env });
  expect(stderr).toContain('All clients will register again');
}

interface Place {
  start: () => ServerProcess;
  backUp: () => Promise<void>;
  restore: () => Promise<void>;
}

/** Returns what the client receives after it registered again. */
async function restoreWithClientAhead({ start, backUp, restore }: Place): Promise<WireEvent[]> {
  let server = start();
  let client = await logInOwner(await server.ready());
  const queue = await TestQueue.register(client, { event_types: ['message'] });
  await send(client, 'before the backup');
  await stop(server);
  await backUp();

  server = start();
  client = await logInOwner(await server.ready());
  await send(client, 'in the lost time');
  await send(client, 'in the lost time, too');
  const ahead = await queue.through(client).all();
  const lastEventId = ahead.at(-1)!.id;
  await stop(server);
  await restore();

  server = start();
  client = await logInOwner(await server.ready());
  expect(await contents(client)).toEqual(['before the backup']);
  const position = { queue_id: queue.id, last_event_id: lastEventId, dont_block: true };
  expect(await client.get('events', position)).toMatchObject({
    status: 400,
    body: { code: 'BAD_EVENT_QUEUE_ID' },
  });
  const again = await TestQueue.register(client, { event_types: ['message'] });
  expect(again.lastEventId).toBeGreaterThan(lastEventId);
  await send(client, 'after the restore');
  expect(await again.now()).toMatchObject([{ message: { content: 'after the restore' } }]);

  // Another start changes nothing.
  await stop(server);
  server = start();
  client = await logInOwner(await server.ready());
  await send(client, 'later');
  const events = await again.through(client).now();
  await stop(server);
  return events;
}

describe('a restored backup', () => {
  it('of the embedded database ends the positions of clients after "database restored"', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'parley-restore-'));
    const [data, copy] = [join(directory, 'data'), join(directory, 'copy')];
    const environment = { ...KEYLESS, DATA_DIR: data };
    try {
      const events = await restoreWithClientAhead({
        start: () => new ServerProcess('all', environment),
        backUp: () => cp(data, copy, { recursive: true, preserveTimestamps: true }),
        restore: async () => {
          await rm(data, { recursive: true });
          await cp(copy, data, { recursive: true, preserveTimestamps: true });
          await markRestored(environment);
        },
      });
      expect(events).toMatchObject([{ message: { content: 'later' } }]);
    } finally {
      await endProcesses();
      await rm(directory, { recursive: true, force: true });
    }
  });

  itWithTools('of pg_dump ends the positions of clients after "database restored"', async () => {
    const postgres = await SystemPostgres.start();
    const environment = {
      ...ENVIRONMENT,
      DATABASE_URL: postgres.url('parley', 'parley'),
      SECRET_KEY,
    };
    const dump = join(postgres.directory, 'parley.dump');
    const createDatabase = (): Promise<void> =>
      postgres.run(
        'psql',
        'postgres',
        '-c',
        `CREATE DATABASE parley OWNER parley ENCODING 'UTF8' TEMPLATE template0`,
      );
    try {
      await postgres.run('createuser', 'postgres', 'parley');
      await createDatabase();
      const events = await restoreWithClientAhead({
        start: () => new ServerProcess('api', environment),
        backUp: () => postgres.run('pg_dump', 'parley', '-Fc', '-f', dump, 'parley'),
        restore: async () => {
          await postgres.run('dropdb', 'postgres', 'parley');
          await createDatabase();
          await postgres.run('pg_restore', 'parley', '--exit-on-error', '-d', 'parley', dump);
          await markRestored(environment);
        },
      });
      expect(events).toMatchObject([{ message: { content: 'later' } }]);
    } finally {
      await endProcesses();
      await postgres.stop();
    }
  });

  it('in another database is recognized at the start', async () => {
    const database = await createTestDatabase();
    const { connection } = database;
    const name = connection.database;
    const server = new pg.Client({ ...connection, database: 'postgres' });
    await server.connect();
    try {
      const events = await restoreWithClientAhead({
        start: () => new ServerProcess('api', { ...ENVIRONMENT, DATABASE_URL: database.url }),
        backUp: async () => {
          await server.query(`CREATE DATABASE ${name}_backup TEMPLATE ${name}`);
        },
        restore: async () => {
          await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
          await server.query(`ALTER DATABASE ${name}_backup RENAME TO ${name}`);
        },
      });
      expect(events).toMatchObject([{ message: { content: 'later' } }]);
    } finally {
      await endProcesses();
      await server.end();
      await database.drop();
    }
  });
});
