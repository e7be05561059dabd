// The client library with real processes that stop, start again and limit requests.
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import {
  ApiFailure,
  comparable,
  type Event,
  type OutgoingMessage,
  ParleyClient,
  type TransportOptions,
} from 'parley-client';
import { endProcesses, freePort, ServerProcess } from './server-process.js';
import { ENVIRONMENT, OWNER } from './server-environment.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

jest.setTimeout(120_000);

let database: TestDatabase;
let environment: Record<string, string>;
let server: ServerProcess;
let url: string;
let apiKey: string;

beforeAll(async () => {
  database = await createTestDatabase();
  environment = {
    DATABASE_URL: database.url,
    ...ENVIRONMENT,
    EXTERNAL_URL: 'http://localhost',
    PORT: String(await freePort()),
  };
  url = `http://127.0.0.1:${environment['PORT']}`;
  await startServer();
  const body = new URLSearchParams({ username: OWNER.email, password: OWNER.password });
  const response = await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body });
  apiKey = ((await response.json()) as { api_key: string }).api_key;
});

afterAll(async () => {
  await endProcesses();
  await database.drop();
});

async function startServer(changes: Record<string, string> = {}): Promise<void> {
  server = new ServerProcess('api', { ...environment, ...changes });
  await server.ready();
}

async function endServer(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  server.kill(signal);
  await server.ended;
}

function owner(options: TransportOptions = {}): ParleyClient {
  return new ParleyClient({ url, email: OWNER.email, apiKey }, options);
}

function toTopic(content: string): OutgoingMessage {
  return { type: 'channel', to: 'general', topic: 'restarts', content };
}

it('a session survives an orderly stop and a kill of the server', async () => {
  const session = await owner().connect();
  const following = (async () => {
    const events: Event[] = [];
    for await (const event of session.events()) {
      events.push(event);
      if (event.type === 'message' && event.message.content === 'the end') return events;
    }
    return events;
  })();
  const sent: string[] = [];
  const send = async (content: string): Promise<void> => {
    sent.push(content);
    await session.send(toTopic(content));
  };
  await send('before');
  await endServer('SIGTERM');
  // No server is running: the library holds the message.
  const waiting = send('while it is away');
  await startServer();
  await waiting;
  await send('in between');
  await endServer('SIGKILL');
  await startServer();
  await send('after');
  await send('the end');
  const events = await following;
  const messages = events.flatMap((event) => (event.type === 'message' ? [event.message] : []));
  expect(messages.map(({ content }) => content)).toEqual(sent);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const fresh = await owner().connect();
  expect(comparable(session.clientState)).toEqual(comparable(fresh.clientState));
  await Promise.all([session.close(), fresh.close()]);
});

it('a client respects Retry-After of rate limits', async () => {
  await endServer('SIGTERM');
  await startServer({ RATE_LIMITS: 'on' });
  const impatient = owner({ retryForMs: 0 });
  const refused = await (async () => {
    for (let n = 0; n < 250; n++) await impatient.request('GET', 'users/me');
    return undefined;
  })().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiFailure);
  const { status, code, retryAfterMs = 0 } = refused as ApiFailure;
  expect({ status, code }).toEqual({ status: 429, code: 'RATE_LIMIT_HIT' });
  expect(retryAfterMs).toBeGreaterThan(0);
  const enough = new AbortController();
  let waitMs = 0;
  const patient = owner({
    onRetry: (_failure, ms) => {
      waitMs = ms;
      enough.abort(new Error('seen enough'));
    },
  });
  const asking = patient.request('GET', 'users/me', {}, { signal: enough.signal });
  await expect(asking).rejects.toThrow('seen enough');
  expect(waitMs).toBeGreaterThan(retryAfterMs / 2);
});
