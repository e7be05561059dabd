// The client library with a real server, over a network that loses, delays and interrupts responses.
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ApiFailure, comparable, ConnectionFailure, type Event, ParleyClient } from 'parley-client';
import type { Listener, Replacement, Session, TransportOptions } from 'parley-client';
import ts from 'typescript';
import { RealmSetupService } from '#modules/realms/setup/realm-setup.service.js';
import { ownTestApp } from './app.js';
import { until } from './event-queue.js';
import {
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
} from './factories.js';

type Fetch = typeof fetch;

const test = await ownTestApp();
const realm = await createRootRealm();
const member = await createUser(test, realm);
await subscribe(member, 'general');

/** Sessions and servers to close, also after a failed test. */
const opened = new Set<Session | Listener>();

afterEach(async () => {
  await Promise.all([...opened].map((session) => session.close()));
  opened.clear();
});

function open(client: ParleyClient): Pick<ParleyClient, 'connect' | 'listen'> {
  const track = async <Opened extends Session | Listener>(
    opening: Promise<Opened>,
  ): Promise<Opened> => {
    const session = await opening;
    opened.add(session);
    return session;
  };
  return {
    connect: (options) => track(client.connect(options)),
    listen: (options) => track(client.listen(options)),
  };
}

/** The root organization, which a client reaches without a subdomain. */
async function createRootRealm(): Promise<TestRealm> {
  const email = 'owner@example.com';
  const { realmId, owner } = await test.app.get(RealmSetupService).createRealm({
    stringId: '',
    name: 'Sample Organization',
    owner: { email, fullName: 'Sample Owner' },
  });
  const anonymous = test.anonymous();
  const credentials = { email, apiKey: owner.apiKey };
  const client = anonymous.as(credentials);
  return {
    realmId,
    host: anonymous.host,
    anonymous,
    owner: { userId: owner.id, ...credentials, client },
  };
}

function clientOf(user: TestUser, options: TransportOptions = {}): ParleyClient {
  const { email, apiKey } = user;
  return new ParleyClient({ url: `http://127.0.0.1:${test.port}/`, email, apiKey }, options);
}

/** Follows the session up to the message with this content, and returns the events before it. */
async function followTo(
  session: { events(): AsyncIterable<Event> },
  end: string,
): Promise<Event[]> {
  const seen: Event[] = [];
  for await (const event of session.events()) {
    if (event.type === 'message' && event.message.content === end) break;
    seen.push(event);
  }
  return seen;
}

async function verifyStateOf(session: Session, user: TestUser): Promise<void> {
  const fresh = await open(clientOf(user)).connect();
  expect(comparable(session.clientState)).toEqual(comparable(fresh.clientState));
}

function isPoll(input: Parameters<Fetch>[0]): boolean {
  return (input as string).includes('/events?');
}

describe('a session', () => {
  it('applies each event to the state before yielding it', async () => {
    const session = await open(clientOf(member)).connect();
    const created = await subscribe(member, 'the newest channel');
    await sendToStream(realm.owner, 'general', 'greetings', 'hello');
    await sendDirect(realm.owner, [member], 'the end');
    const names: string[][] = [];
    for await (const event of session.events()) {
      if (event.type === 'subscription' && event.op === 'add') {
        names.push(session.state.subscriptions.map(({ name }) => name));
      }
      if (event.type === 'message' && event.message.content === 'the end') break;
    }
    expect(names).toHaveLength(1);
    expect(names[0]).toContain('the newest channel');
    expect(session.state.subscriptions.map(({ stream_id: id }) => id)).toContain(created);
    expect(session.unread.pms).toMatchObject([{ other_user_id: realm.owner.userId }]);
    await verifyStateOf(session, member);
  });

  it('yields the remaining events to a second loop', async () => {
    const session = await open(clientOf(member)).connect();
    for (const content of ['one', 'two', 'three']) await sendDirect(realm.owner, [member], content);
    expect(await followTo(session, 'one')).toEqual([]);
    expect(await followTo(session, 'three')).toMatchObject([{ message: { content: 'two' } }]);
  });

  it('allows only one loop at a time', async () => {
    const session = await open(clientOf(member)).connect();
    const first = session.events();
    const waiting = first.next();
    await expect(session.events().next()).rejects.toThrow('only once');
    await session.close();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it('ends when it is closed, and deletes its queue', async () => {
    const session = await open(clientOf(member)).connect();
    const following = followTo(session, 'never sent');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await session.close();
    expect(await following).toEqual([]);
    const asked = { queue_id: session.queueId, last_event_id: session.lastEventId };
    expect(await member.client.get('events', asked)).toMatchObject({
      body: { code: 'BAD_EVENT_QUEUE_ID' },
    });
  });

  it('continues from its position when responses are lost', async () => {
    let polls = 0;
    const lossy: Fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!isPoll(input) || polls++ % 2 === 1) return response;
      await response.text();
      throw new TypeError('fetch failed');
    };
    const session = await open(clientOf(member, { fetch: lossy })).connect();
    const following = followTo(session, 'message 5');
    for (let n = 0; n <= 5; n++) await sendDirect(realm.owner, [member], `message ${n}`);
    const contents = (await following).map(
      (event) => event.type === 'message' && event.message.content,
    );
    expect(contents).toEqual(['message 0', 'message 1', 'message 2', 'message 3', 'message 4']);
    expect(polls).toBeGreaterThan(1);
    await verifyStateOf(session, member);
  });

  it('drops a connection that is silent for too long', async () => {
    const failures: Error[] = [];
    let isDead = true;
    const options: TransportOptions = {
      onRetry: (failure) => failures.push(failure),
      fetch: (input, init) => {
        if (!isPoll(input) || !isDead) return fetch(input, init);
        isDead = false;
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
        });
      },
    };
    const session = await open(clientOf(member, options)).connect({ silenceMs: 200 });
    await sendDirect(realm.owner, [member], 'after the silence');
    expect(await followTo(session, 'after the silence')).toEqual([]);
    expect(failures).toMatchObject([{ message: expect.stringContaining('nothing within 200 ms') }]);
  });

  it('registers again, and reports it, when the server has deleted its queue', async () => {
    const replacements: Replacement[] = [];
    const session = await open(clientOf(member)).connect({
      onReplaced: (replacement) => replacements.push(replacement),
    });
    const before = session.queueId;
    await member.client.expect('DELETE', 'events', { queue_id: before });
    await sendDirect(realm.owner, [member], 'in between');
    const following = followTo(session, 'afterwards');
    while (replacements.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await sendDirect(realm.owner, [member], 'afterwards');
    expect(await following).toEqual([]);
    expect(session.queueId).not.toBe(before);
    expect(replacements).toMatchObject([
      {
        reason: 'queue-lost',
        cause: { code: 'BAD_EVENT_QUEUE_ID' },
        previous: { userId: member.userId },
      },
    ]);
    await verifyStateOf(session, member);
  });

  it('registers again, without a loss, when an event does not fit its state', async () => {
    const replacements: Replacement[] = [];
    const session = await open(clientOf(member)).connect({
      onReplaced: (replacement) => replacements.push(replacement),
    });
    session.clientState.fields['subscriptions'] = undefined;
    await subscribe(member, 'does not fit');
    await sendDirect(realm.owner, [member], 'still in order');
    const kinds = (await followTo(session, 'still in order')).map(({ type }) => type);
    expect(kinds).toContain('subscription');
    expect(replacements).toMatchObject([{ reason: 'mismatch' }]);
    await verifyStateOf(session, member);
  });

  it('applies each event once, also when a later request fails', async () => {
    let asked: 'refused' | 'lost' | 'answered' = 'refused';
    const unwilling: Fetch = (input, init) => {
      if (asked === 'answered' || !(input as string).includes('/messages?')) {
        return fetch(input, init);
      }
      return asked === 'lost'
        ? Promise.reject(new TypeError('fetch failed'))
        : Promise.resolve(Response.json({ result: 'error', msg: 'No' }, { status: 400 }));
    };
    const other = await createUser(test, realm);
    const id = await sendDirect(realm.owner, [member], 'gone soon');
    const client = clientOf(member, { fetch: unwilling, retryForMs: 0 });
    const session = await open(client).connect();
    await realm.owner.client.expect('DELETE', `messages/${id}`);
    for await (const event of session.events()) if (event.type === 'delete_message') break;
    asked = 'lost';
    await subscribe(other, 'general');
    await expect(session.events().next()).rejects.toThrow(ConnectionFailure);
    asked = 'answered';
    await sendDirect(realm.owner, [member], 'the end');
    const events = await followTo(session, 'the end');
    expect(events).toMatchObject([{ type: 'subscription', op: 'peer_add' }]);
    await verifyStateOf(session, member);
  });

  it('ends with an error when its credentials are no longer valid', async () => {
    const session = await open(clientOf(member)).connect();
    const credentials = { ...member, apiKey: `${member.apiKey.slice(1)}x` };
    await session.close();
    await expect(open(clientOf(credentials)).connect()).rejects.toMatchObject({
      name: 'ApiFailure',
      status: 401,
    });
  });
});

describe('a listener', () => {
  it('keeps its queue for the requested idle time', async () => {
    for (const [idleQueueTimeout, seconds] of [
      ['mobile', 12 * 3600],
      [1200, 1200],
    ] as const) {
      const asked = { eventTypes: ['message'] as const, idleQueueTimeout };
      const { queueId } = await open(clientOf(member)).listen(asked);
      const [row] = await test.dataSource.query<{ seconds: number }[]>(
        'SELECT idle_timeout_seconds AS seconds FROM event_queues WHERE id = $1',
        [queueId],
      );
      expect(row!.seconds).toBe(seconds);
    }
  });

  it('yields the requested kinds of events and messages', async () => {
    const listener = await open(clientOf(member)).listen({
      eventTypes: ['message'],
      narrow: [['topic', 'narrow']],
    });
    await sendToStream(realm.owner, 'general', 'wide', 'not for it');
    await sendToStream(realm.owner, 'general', 'narrow', 'for it');
    await sendToStream(realm.owner, 'general', 'narrow', 'the end');
    expect(await followTo(listener, 'the end')).toMatchObject([{ message: { content: 'for it' } }]);
    expect(listener.userId).toBe(member.userId);
  });

  it('replies to the conversation of a message', async () => {
    const listener = await open(clientOf(member)).listen({ eventTypes: ['message'] });
    const owner = await open(clientOf(realm.owner)).listen({ eventTypes: ['message'] });
    await sendToStream(realm.owner, 'general', 'questions', 'a question');
    await sendDirect(realm.owner, [member], 'a private question');
    for await (const event of listener.events()) {
      if (event.type !== 'message') continue;
      const { content } = event.message;
      if (event.message.sender_id !== member.userId)
        await listener.reply(event.message, `re: ${content}`);
      if (content === 'a private question') break;
    }
    await sendDirect(realm.owner, [realm.owner], 'the end');
    const replies = (await followTo(owner, 'the end')).filter(
      (event) => event.type === 'message' && event.message.sender_id === member.userId,
    );
    expect(replies).toMatchObject([
      { message: { type: 'stream', subject: 'questions', content: 're: a question' } },
      { message: { type: 'private', content: 're: a private question' } },
    ]);
  });
});

describe('sending', () => {
  /** The server processes the first `count` messages, but its responses are lost. */
  function losingAnswers(count: number): Fetch {
    let left = count;
    return async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'POST' || !(input as string).endsWith('/messages')) return response;
      if (left-- <= 0) return response;
      await response.text();
      throw new TypeError('fetch failed');
    };
  }

  it('through a session creates one message, however many responses are lost', async () => {
    const session = await open(clientOf(member, { fetch: losingAnswers(2) })).connect();
    const id = await session.send({ type: 'direct', to: [member.userId], content: 'just once' });
    await sendDirect(member, [member], 'the end');
    const messages = (await followTo(session, 'the end')).filter(({ type }) => type === 'message');
    expect(messages).toMatchObject([{ message: { id, content: 'just once' } }]);
    expect(messages[0]).toHaveProperty('local_message_id');
  });

  it('finishes before the session closes', async () => {
    const session = await open(clientOf(member)).connect();
    const sending = session.send({ type: 'direct', to: [member.userId], content: 'the last word' });
    await session.close();
    expect(await sending).toBeGreaterThan(0);
  });

  it('is not repeated once the session is closed', async () => {
    const session = await open(clientOf(member, { fetch: losingAnswers(Infinity) })).connect();
    const sending = session.send({ type: 'direct', to: [member.userId], content: 'in vain' });
    const [sent] = await Promise.allSettled([sending, session.close()]);
    expect(sent.status).toBe('rejected');
  });

  it('without a session reports that it is unknown whether the message was sent', async () => {
    const failure: unknown = await clientOf(member, { fetch: losingAnswers(1) })
      .send({ type: 'direct', to: [member.userId], content: 'perhaps' })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConnectionFailure);
  });

  it('is tried again when the server cannot have been reached', async () => {
    let attempts = 0;
    const flaky: Fetch = (input, init) => {
      if (attempts++ > 1) return fetch(input, init);
      const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      return Promise.reject(new TypeError('fetch failed', { cause }));
    };
    const id = await clientOf(member, { fetch: flaky }).send({
      type: 'channel',
      to: 'general',
      topic: 'patience',
      content: 'at last',
    });
    expect(id).toBeGreaterThan(0);
    expect(attempts).toBe(3);
  });
});

describe('a request', () => {
  it('respects Retry-After of rate limits', async () => {
    const tooOften = { result: 'error', msg: '', code: 'RATE_LIMIT_HIT', 'retry-after': 30 };
    const success = { result: 'success', msg: '' };
    let attempts = 0;
    const limited: Fetch = () =>
      Promise.resolve(
        attempts++ === 0 ? Response.json(tooOften, { status: 429 }) : Response.json(success),
      );
    const client = clientOf(member, { fetch: limited });
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const answer = client.request('GET', 'users/me');
      await jest.advanceTimersByTimeAsync(29_999);
      expect(attempts).toBe(1);
      // The client adds a random part of a second.
      await jest.advanceTimersByTimeAsync(1_001);
      expect(attempts).toBe(2);
      expect(await answer).toEqual(success);
    } finally {
      jest.useRealTimers();
    }
  });

  it('adds at most one listener to a signal, shared by concurrent requests', async () => {
    const refusing: Fetch = () => {
      const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      return Promise.reject(new TypeError('fetch failed', { cause }));
    };
    let waiting = 0;
    const client = clientOf(member, { fetch: refusing, onRetry: () => waiting++ });
    const added = jest.spyOn(EventTarget.prototype, 'addEventListener');
    try {
      const controller = new AbortController();
      const { signal } = controller;
      const [mine, others] = [{ signal }, { retryForMs: 5000 }].map((options) =>
        Array.from({ length: 30 }, () => client.request('GET', 'users/me', {}, options)),
      );
      const outcomes = Promise.allSettled(mine!);
      void Promise.allSettled(others!);
      await until(() => waiting > 90);
      expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(1);
      const targets = new Set(added.mock.contexts as EventTarget[]);
      expect([...targets].every((target) => getEventListeners(target, 'abort').length < 2)).toBe(
        true,
      );
      controller.abort(new Error('enough'));
      expect((await outcomes).map(({ status }) => status)).toEqual(Array(30).fill('rejected'));
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    } finally {
      added.mockRestore();
    }
  });

  it('that is refused throws the error of the server', async () => {
    const failure: unknown = await clientOf(member)
      .request('POST', 'messages', {
        type: 'channel',
        to: 'no such channel',
        topic: 'x',
        content: 'x',
      })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({
      status: 400,
      code: 'STREAM_DOES_NOT_EXIST',
      data: { stream: 'no such channel' },
    });
  });

  it('sends the name of its program', async () => {
    const named = clientOf(member, { name: 'SampleBot/2.0' });
    const id = await named.send({ type: 'direct', to: [member.userId], content: 'who am I' });
    expect(await named.request('GET', 'messages', { message_ids: [id] })).toMatchObject({
      messages: [{ client: 'SampleBot' }],
    });
  });
});

describe('the README', () => {
  const folder = new URL('../client/dist/readme/', import.meta.url);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('contains programs that compile', async () => {
    const text = await readFile(new URL('../client/README.md', import.meta.url), 'utf8');
    const programs = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, program]) => program!);
    expect(programs.length).toBeGreaterThan(0);
    await mkdir(folder, { recursive: true });
    const files = programs.map((program, index) => {
      const file = fileURLToPath(new URL(`example-${index}.ts`, folder));
      return [file, `${program}\ndeclare const email: string, apiKey: string;\n`] as const;
    });
    for (const [file, program] of files) await writeFile(file, program);
    const compiled = ts.createProgram(
      files.map(([file]) => file),
      {
        strict: true,
        noEmit: true,
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        types: [],
      },
    );
    const problems = ts.getPreEmitDiagnostics(compiled).map(({ messageText }) => messageText);
    expect(problems).toEqual([]);
  });
});

describe('the example bot', () => {
  const source = new URL('../client/examples/echo-bot.ts', import.meta.url);
  /** The bot is copied into the package, so that it can import the library by its name. */
  const folder = new URL('../client/dist/examples/', import.meta.url);
  let program: ChildProcess | undefined;

  afterAll(async () => {
    program?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  async function run(
    account: Pick<TestUser, 'email' | 'apiKey'>,
    errors: 'inherit' | 'pipe',
  ): Promise<ChildProcess> {
    const { outputText } = ts.transpileModule(await readFile(source, 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
    });
    const built = new URL('echo-bot.js', folder);
    await mkdir(folder, { recursive: true });
    await writeFile(built, outputText);
    return spawn(process.execPath, [fileURLToPath(built)], {
      env: {
        PARLEY_URL: `http://127.0.0.1:${test.port}`,
        PARLEY_EMAIL: account.email,
        PARLEY_API_KEY: account.apiKey,
      },
      stdio: ['ignore', 'pipe', errors],
    });
  }

  async function start(account: TestUser): Promise<ChildProcess> {
    const child = await run(account, 'inherit');
    await once(child.stdout!, 'data');
    return child;
  }

  it('explains a wrong API key in one line', async () => {
    const { email } = realm.owner;
    program = await run({ email, apiKey: 'wrong' }, 'pipe');
    let errors = '';
    program.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await once(program, 'close')) as [number | null];
    expect(code).toBe(1);
    expect(errors).toMatch(/^The server refused the bot: .+\n$/);
  });

  it('answers direct messages, and ends on a signal', async () => {
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: realm.owner.userId } });
    const owner = await open(clientOf(realm.owner)).listen({ eventTypes: ['message'] });
    program = await start(bot);
    await owner.send({ type: 'direct', to: [bot.userId], content: 'good morning' });
    await owner.send({ type: 'direct', to: [bot.userId], content: 'good night' });
    const seen = await followTo(owner, 'You said: good night');
    const contents = seen.map((event) => event.type === 'message' && event.message.content);
    expect(contents).toContain('You said: good morning');
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
