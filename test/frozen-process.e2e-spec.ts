// Processes that stop at a critical moment: one that is frozen inside a transaction, and one that is
// killed before it wakes the others.
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { Client } from './client.js';
import { TestQueue, until } from './event-queue.js';
import { statementsWait } from './lock-waits.js';
import { endProcesses, ServerProcess } from './server-process.js';
import { ENVIRONMENT, logInOwner } from './server-environment.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

jest.setTimeout(100_000);

/** Appending an event with this text waits for this lock. */
const SLOW_WORD = 'slow to append';
const APPENDED = 4711;

let database: TestDatabase;
let watching: pg.Client;
let first: ServerProcess;
let second: ServerProcess;
let atFirst: Client;
let atSecond: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  const environment = {
    DATABASE_URL: database.url,
    ...ENVIRONMENT,
  };
  first = new ServerProcess('api', environment);
  atFirst = await logInOwner(await first.ready());
  second = new ServerProcess('api', environment);
  atSecond = await logInOwner(await second.ready());
  watching = new pg.Client(database.connection);
  await watching.connect();
});

afterAll(async () => {
  await endProcesses();
  await watching.end();
  await database.drop();
});

async function send(client: Client, content: string): Promise<number> {
  const message = { type: 'channel', to: 'general', topic: 'faults', content };
  return (await client.expect('POST', 'messages', message))['id'] as number;
}

describe('a process that is frozen between append and commit', () => {
  beforeAll(() =>
    watching.query(`
      CREATE FUNCTION wait_after_append() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(${APPENDED});
        RETURN NULL;
      END $$;
      CREATE TRIGGER wait_after_append AFTER INSERT ON event_log FOR EACH ROW
      WHEN (NEW.payload::text LIKE '%${SLOW_WORD}%') EXECUTE FUNCTION wait_after_append()`),
  );
  afterEach(() => first.kill('SIGCONT'));

  it('does not block the writes of its organization until it continues', async () => {
    await send(atSecond, 'before');
    await watching.query('SELECT pg_advisory_lock($1)', [APPENDED]);
    const words = { alert_words: [SLOW_WORD] };
    const frozen = atFirst.post('users/me/alert_words', words);
    await statementsWait({ database }, 1);
    first.kill('SIGSTOP');
    await watching.query('SELECT pg_advisory_unlock($1)', [APPENDED]);
    await Promise.all(['one', 'two', 'three'].map((content) => send(atSecond, content)));

    // Its transaction was rolled back: the response asks the client to retry, which succeeds.
    first.kill('SIGCONT');
    expect((await frozen).status).toBe(503);
    expect(await atFirst.expect('GET', 'users/me/alert_words')).toMatchObject({ alert_words: [] });
    await atFirst.expect('POST', 'users/me/alert_words', words);
    expect(await atSecond.expect('GET', 'users/me/alert_words')).toMatchObject(words);
  });
});

describe('a process that is killed between commit and wake-up', () => {
  /** The backend of the connection with which the first process listens and notifies. */
  async function wakeUpBackend(): Promise<number> {
    const { rows } = await watching.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'parley wake-ups' ORDER BY backend_start LIMIT 1`,
    );
    return rows[0]!.pid;
  }

  it('has responded, and other processes find its last events without the wake-up', async () => {
    const backend = await wakeUpBackend();
    const queue = await TestQueue.register(atSecond, { event_types: ['message'] });
    await queue.now();
    const waiting = queue.poll();
    process.kill(backend, 'SIGSTOP');
    const id = await send(atFirst, 'the last words');
    first.kill('SIGKILL');
    await first.ended;
    expect(await waiting).toMatchObject([{ message: { id } }]);
    await watching.query('SELECT pg_terminate_backend($1)', [backend]);
    process.kill(backend, 'SIGCONT');
    await until(async () => (await send(atSecond, 'afterwards')) > id);
  });
});
