// Random actions of several devices on one call, through two processes of which one is killed. All clients receive the
// same changes in the same order, requests take effect once, and the history agrees with the call.
import { afterAll, expect, it, jest } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { ownTestApp } from './app.js';
import {
  act,
  type CallEvent,
  CallListener,
  recover,
  start,
  type WireCall,
  withUsers,
  tryAct,
} from './call-scene.js';
import { type Answer, Client } from './client.js';
import { type TestUser, unique } from './factories.js';
import { createScene } from './scene.js';
import { endProcesses, ServerProcess } from './server-process.js';
import { HOST, SECRET_KEY } from './server-environment.js';

jest.setTimeout(240_000);

const ROUNDS = 3;
const ACTIONS = 48;
const AT_ONCE = 8;

const test = await ownTestApp();
const database = test.app.get(Database);
const { realm, ann, ben, cleo, dora } = await createScene(test, {
  ann: {},
  ben: {},
  cleo: {},
  dora: {},
});
const users = [ann, ben, cleo, dora];
const conversation = withUsers(...users);

afterAll(endProcesses);

interface Planned {
  user: TestUser;
  path: string;
  fields: Record<string, unknown>;
}

function pick<T>(items: readonly T[]): T {
  return items[Math.floor(Math.random() * items.length)]!;
}

function plan(callId: string, sent: Planned[]): Planned {
  const user = pick(users);
  const fields = {
    device_instance_id: pick(['phone', 'desktop']),
    call_trace_id: 'sample',
    idempotency_key: unique('key'),
  };
  if (Math.random() < 0.15 && sent.length > 0) return pick(sent);
  if (Math.random() < 0.1)
    return { user, path: 'calls/start', fields: { ...fields, conversation } };
  return {
    user,
    path: `calls/${callId}/actions`,
    fields: {
      ...fields,
      action: pick(['answer', 'answer', 'decline', 'hangup', 'mute', 'mute']),
      source: 'user',
      surface: 'sample',
      client_action_id: unique('action'),
    },
  };
}

function startProcess(): ServerProcess {
  const { redisUrl } = test.config;
  return new ServerProcess('api', {
    DATABASE_URL: test.database.url,
    EXTERNAL_URL: `http://${HOST}`,
    SECRET_KEY,
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
  });
}

/** As a client does, repeats the request at the other process if this one is killed. */
async function send({ user, path, fields }: Planned, ports: number[]): Promise<Answer> {
  for (const port of ports) {
    try {
      return await new Client(port, realm.host, user).post(path, fields);
    } catch (error) {
      if (!('code' in (error as object))) throw error;
    }
  }
  throw new Error('No process has answered');
}

async function endCall(callId: string): Promise<void> {
  for (;;) {
    const [call] = await recover(ann);
    if (!call) return;
    const joined = call.participants.find(({ state }) => state === 'joined');
    const user = users.find(({ userId }) => userId === joined?.userId) ?? ann;
    // A request of the killed process may still have ended the call.
    const { status, body } = await tryAct(user, callId, 'hangup');
    if (status !== 200) expect(body['code']).toBe('INVALID_CALL_STATE');
  }
}

const OUTCOMES: Record<string, string> = {
  left: 'answered',
  declined: 'declined',
  missed: 'missed',
};

async function expectHistory(call: WireCall): Promise<void> {
  const rows = await database.query<{ user_id: number; outcome: string }>(
    'SELECT user_id, outcome FROM call_records WHERE call_id = $1 ORDER BY user_id',
    [call.callId],
  );
  const expected = call.participants.map(({ userId, state, joinedAt }) => {
    if (userId === call['initiatorUserId']) {
      const unanswered = call.endReason === 'declined' ? 'declined' : 'missed';
      const outcome = call.endReason === 'cancelled' ? 'cancelled' : unanswered;
      return { user_id: userId, outcome: call.answeredAt === null ? outcome : 'answered' };
    }
    return { user_id: userId, outcome: joinedAt === null ? OUTCOMES[state] : 'answered' };
  });
  expect(rows).toEqual(expected);
}

it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
  'round %i has one end for all observers',
  async () => {
    const surviving = startProcess();
    const doomed = startProcess();
    const [port, otherPort] = await Promise.all([surviving.ready(), doomed.ready()]);
    const listeners = await Promise.all(
      [...users, ann].map((user) => CallListener.open(test, realm, user)),
    );
    const started = await Promise.all([start(ann, conversation), start(ben, conversation)]);
    const { callId } = started[0];
    expect(started[1].callId).toBe(callId);

    const sent: Planned[] = [];
    const accepted = new Set<string>();
    for (let count = 0; count < ACTIONS; count += AT_ONCE) {
      const requests = Array.from({ length: AT_ONCE }, () => plan(callId, sent));
      sent.push(...requests);
      const answering = requests.map((one) =>
        send(one, Math.random() < 0.5 ? [otherPort, port] : [port]),
      );
      if (count === ACTIONS / 2) doomed.kill('SIGKILL');
      const answers = await Promise.all(answering);
      for (const [index, { status, body }] of answers.entries()) {
        const { path, fields } = requests[index]!;
        if (path === 'calls/start' && status === 200) {
          const call = body['call'] as WireCall;
          // The first call may have ended before.
          if (call.callId !== callId) await act(ann, call.callId, 'hangup').catch(() => undefined);
          continue;
        }
        expect([200, 409]).toContain(status);
        if (status === 409) expect(body['code']).toBe('INVALID_CALL_STATE');
        else accepted.add(fields['idempotency_key'] as string);
      }
    }
    await endCall(callId);

    const seen = await Promise.all(
      listeners.map(async (listener) =>
        (await listener.take()).filter(({ call }) => call.callId === callId),
      ),
    );
    const [events] = seen as [CallEvent[]];
    for (const one of seen) expect(one).toEqual(events);
    expect(events[0]!.op).toBe('ringing');
    expect(events.map(({ op }) => op).indexOf('ended')).toBe(events.length - 1);
    for (const [index, { call }] of events.entries()) {
      if (index > 0) expect(call).not.toEqual(events[index - 1]!.call);
    }
    const remembered = await database.query<{ key: string }>(
      `SELECT idempotency_key AS key FROM call_actions WHERE call_id = $1 AND action <> 'start'`,
      [callId],
    );
    const keys = new Set(remembered.map(({ key }) => key));
    expect([...accepted].filter((key) => !keys.has(key))).toEqual([]);
    expect(keys.size).toBe(remembered.length);
    await expectHistory(events.at(-1)!.call);
    surviving.kill('SIGKILL');
  },
);
