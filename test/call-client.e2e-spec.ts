// Calls with the client library: its list of calls equals the calls that the server recovers, and a request whose
// response is lost takes effect once.
import { afterAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  ApiFailure,
  type CallList,
  type Calls,
  ParleyClient,
  type TransportOptions,
} from 'parley-client';
import ts from 'typescript';
import { CallTimeouts } from '#modules/calls/calls/call-timeouts.service.js';
import { Database } from '#platform/database/database.js';
import { ownTestApp } from './app.js';
import { type CallEvent, CallListener, recover } from './call-scene.js';
import { until } from './event-queue.js';
import { createChannel, createRealm, createUser, type TestUser } from './factories.js';
import { runJobs } from './run-jobs.js';

const test = await ownTestApp();
// A client reaches the root organization without a subdomain.
const realm = await createRealm(test, '');
const ann = await createUser(test, realm);
const ben = await createUser(test, realm);
const cleo = await createUser(test, realm);

function callsOf({ email, apiKey }: TestUser, options: TransportOptions = {}): Calls {
  const url = `http://127.0.0.1:${test.port}/`;
  return new ParleyClient({ url, email, apiKey }, options).calls({ deviceInstanceId: 'sample' });
}

interface Observer {
  user: TestUser;
  listener: CallListener;
  list: CallList;
  /** `ended` events, each of which adds a record to the history. */
  ended: CallEvent[];
}

async function observe(user: TestUser): Promise<Observer> {
  const listener = await CallListener.open(test, realm, user);
  return { user, listener, list: await callsOf(user).recover(), ended: [] };
}

/** Applies the new events, and compares the result with what the server recovers. */
async function expectCurrent({ user, listener, list, ended }: Observer): Promise<void> {
  for (const event of await listener.take()) {
    list.apply({ ...event, type: 'call' } as unknown as Parameters<CallList['apply']>[0]);
    if (event.op === 'ended') ended.push(event);
  }
  expect(list.calls).toEqual(await recover(user));
}

describe('the list of calls of a client', () => {
  it('equals what the server recovers after each change, and announces the history', async () => {
    const channel = await createChannel(realm.owner, [ann, ben, cleo], { invite_only: true });
    const observers = await Promise.all([ann, ann, ben, cleo].map(observe));
    const [a, b, c] = [callsOf(ann), callsOf(ben), callsOf(cleo)];
    const place = { kind: 'channel', streamId: channel.id, topic: 'planning' } as const;
    let callId = '';
    const steps: (() => Promise<unknown>)[] = [
      async () => ({ callId } = await a.start(place, { title: 'Sample', mediaType: 'video' })),
      () => c.decline(callId),
      () => b.answer(callId),
      () => b.mute(callId, true),
      () => b.start({ kind: 'dm', dmUserIds: [cleo.userId] }),
      async () => {
        test.clock.advance(45);
        await test.app.get(CallTimeouts).endRinging(realm.realmId);
      },
      () => c.answer(callId),
    ];
    for (const step of steps) {
      await step();
      for (const observer of observers) await expectCurrent(observer);
    }
    const remove = { subscriptions: [channel.name], principals: [cleo.userId] };
    await realm.owner.client.expect('DELETE', 'users/me/subscriptions', remove);
    await runJobs(test.app);
    // A client that lost access receives a last event, and no end.
    const lost = observers.find(({ user }) => user === cleo)!;
    expect(await lost.listener.ops()).toEqual(['updated']);
    for (const step of [() => a.hangUp(callId), () => b.hangUp(callId)]) {
      await step();
      for (const observer of observers) if (observer !== lost) await expectCurrent(observer);
    }
    expect(await lost.listener.take()).toEqual([]);
    for (const { user, ended } of observers) {
      const { groups } = await callsOf(user).history();
      const records = groups.flatMap((group) => group.records);
      const announced = ended.map(({ call }) => call.callId);
      const missing = user === cleo ? [callId] : [];
      expect(records.map((record) => record.callId).toSorted()).toEqual(
        [...announced, ...missing].toSorted(),
      );
    }
  });

  it('has pages of the history, which can be cleared', async () => {
    const [a, b] = [callsOf(ann), callsOf(ben)];
    const { callId } = await a.start({ kind: 'dm', dmUserIds: [ben.userId] });
    await a.hangUp(callId);
    const { groups, nextCursor } = await b.history({ missedOnly: true, limit: 1 });
    expect(groups[0]!.records[0]).toMatchObject({ callId, outcome: 'missed' });
    const { groupKey, missedCount } = groups[0]!;
    expect(await b.clearHistory(groupKey)).toBeGreaterThanOrEqual(missedCount);
    expect((await b.history({ groupKey })).groups).toEqual([]);
    if (nextCursor !== null) await b.history({ missedOnly: true, limit: 1, cursor: nextCursor });
  });
});

describe('a request whose response is lost', () => {
  it('is repeated, and has its effect once', async () => {
    let lost = 0;
    const unreliable: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      lost += 1;
      if (lost % 2 === 1) throw new TypeError('The connection was lost');
      return response;
    };
    const a = callsOf(ann, { fetch: unreliable });
    const { callId } = await a.start({ kind: 'dm', dmUserIds: [cleo.userId] });
    await a.mute(callId, true);
    expect((await a.hangUp(callId)).state).toBe('ended');
    expect(lost).toBe(6);
    const actions = await test.app
      .get(Database)
      .query('SELECT action FROM call_actions WHERE call_id = $1 ORDER BY id', [callId]);
    expect(actions).toEqual([{ action: 'start' }, { action: 'mute' }, { action: 'hangup' }]);
  });

  it('that is refused is an ApiFailure with the call', async () => {
    const a = callsOf(ann);
    const { callId } = await a.start({ kind: 'dm', dmUserIds: [cleo.userId] });
    const failure = await a.answer(callId).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ code: 'INVALID_CALL_STATE', data: { call: { callId } } });
    await a.hangUp(callId);
  });
});

describe('the example phone', () => {
  const source = new URL('../client/examples/phone.ts', import.meta.url);
  /** The program is copied into the package, so that it can import the library by its name. */
  const folder = new URL('../client/dist/examples-of-calls/', import.meta.url);
  let program: ChildProcess | undefined;

  afterAll(async () => {
    program?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  it('answers a call and mutes itself, and ends on a signal', async () => {
    const { outputText } = ts.transpileModule(await readFile(source, 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
    });
    const built = new URL('phone.js', folder);
    await mkdir(folder, { recursive: true });
    await writeFile(built, outputText);
    program = spawn(process.execPath, [fileURLToPath(built)], {
      env: {
        PARLEY_URL: `http://127.0.0.1:${test.port}`,
        PARLEY_EMAIL: ben.email,
        PARLEY_API_KEY: ben.apiKey,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(program.stdout!, 'data');
    const a = callsOf(ann);
    const { callId } = await a.start({ kind: 'dm', dmUserIds: [ben.userId] });
    await until(async () => {
      const call = (await recover(ann)).find((one) => one.callId === callId);
      return call?.participants.find(({ userId }) => userId === ben.userId)?.isMuted === true;
    });
    expect((await a.hangUp(callId)).endReason).toBe('hangup');
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
  });
});
