// Subscribing and unsubscribing by many users at once, and of many users at once.
import { describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { Database } from '#platform/database/database.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import {
  changeRealmSettings,
  createPeople,
  createRealm,
  createUser,
  sendToStream,
  subscribe,
  type TestUser,
  unique,
} from './factories.js';
import { statementWaits } from './lock-waits.js';
import { createScene } from './scene.js';

const PATH = 'users/me/subscriptions';

/** Statements of polls and caches, which are independent of requests. */
const BACKGROUND = /event_log|api_key|user_groups|FROM realms/;

const test = await sharedTestApp();
const { realm, member } = await createScene(test, { member: {} });

function join(user: TestUser, name: string, parameters: Parameters = {}): Promise<Answer> {
  return user.client.post(PATH, { subscriptions: [{ name }], ...parameters });
}

function leave(user: TestUser, name: string, parameters: Parameters = {}): Promise<Answer> {
  return user.client.delete(PATH, { subscriptions: [name], ...parameters });
}

/** `accepted`, or the code and the message. */
function outcome({ status, body }: Answer): string {
  if (status === 200) return 'accepted';
  return `${String(body['code'])}: ${String(body['msg'])}`;
}

async function countOf(streamId: number): Promise<{ kept: number; real: number }> {
  const [row] = await test.app.get(Database).query<{ kept: number; real: number }>(
    `SELECT subscriber_count AS kept,
       (SELECT count(*)::integer FROM subscriptions WHERE stream_id = s.id AND is_active) AS real
     FROM streams s WHERE id = $1`,
    [streamId],
  );
  return row!;
}

describe('many channels at once', () => {
  /** The statements of the requests, without those of background work. */
  async function statementsOf(act: () => Promise<unknown>): Promise<number> {
    const query = jest.spyOn(test.app.get(Database), 'query');
    try {
      await act();
      return query.mock.calls.filter(([text]) => !BACKGROUND.test(text)).length;
    } finally {
      query.mockRestore();
    }
  }

  it.each<[string, Parameters]>([
    ['public', {}],
    ['private', { invite_only: true }],
  ])('need no more statements than one, if they are %s', async (_kind, kind) => {
    const place = await createRealm(test);
    await changeRealmSettings(test, place, { send_channel_events_messages: true });
    await sendToStream(place.owner, await subscribe(place.owner, unique('first')), 'a', 'b');
    const people = await createPeople(test, place, 3);
    const bot = await createUser(test, place, { bot: { type: 1, ownerId: people[0]! } });
    const principals = [...people, bot.userId];
    const counts = [];
    // The first round also creates the direct conversations of the Notification Bot.
    for (const size of [1, 1, 40]) {
      const wanted = Array.from({ length: size }, () => ({ name: unique('many') }));
      const names = wanted.map(({ name }) => name);
      const call = (method: 'POST' | 'DELETE', parameters: Parameters) => (): Promise<unknown> =>
        place.owner.client.expect(method, PATH, parameters);
      counts.push([
        await statementsOf(call('POST', { subscriptions: wanted, ...kind })),
        await statementsOf(call('POST', { subscriptions: wanted, principals })),
        await statementsOf(call('DELETE', { subscriptions: names, principals })),
        await statementsOf(call('DELETE', { subscriptions: names })),
      ]);
    }
    const [, ofOne, ofMany] = counts as number[][];
    // A job marks the messages of many channels as read.
    const [subscribed, subscribedOthers, unsubscribedOthers, unsubscribed] = ofOne!;
    expect(ofMany).toEqual([subscribed, subscribedOthers, unsubscribedOthers! - 1, unsubscribed]);
  });

  it('are at most a thousand', async () => {
    const names = Array.from({ length: 1001 }, (_, i) => unique(`c${i}`));
    const channels = names.map((name) => ({ name }));
    const refusals = [
      await member.client.post(PATH, { subscriptions: channels }),
      await member.client.patch(PATH, { add: channels }),
      await member.client.patch(PATH, { delete: names }),
      await member.client.delete(PATH, { subscriptions: names }),
    ];
    expect(refusals.map(outcome)).toEqual(
      ['subscriptions', 'add', 'delete', 'subscriptions'].map(
        (name) => `BAD_REQUEST: ${name} must have at most 1000 items`,
      ),
    );
    const { subscriptions } = await member.client.expect('GET', PATH);
    expect(subscriptions).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ name: names[0] })]),
    );
  });
});

describe('concurrent requests', () => {
  it('count the subscribers correctly', async () => {
    const name = unique('busy');
    const id = await subscribe(member, name);
    const people = await Promise.all(Array.from({ length: 8 }, () => createUser(test, realm)));
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        people.flatMap((person, i) => [
          join(person, name),
          join(member, name, { principals: people.map(({ userId }) => userId) }),
          i % 2 === 0 ? leave(person, name) : join(person, name),
        ]),
      );
      const { kept, real } = await countOf(id);
      expect(kept).toBe(real);
    }
    await Promise.all(people.map((person) => leave(person, name)));
    expect(await countOf(id)).toEqual({ kept: 1, real: 1 });
  });

  it('create one channel for one name, with all subscribers', async () => {
    const name = unique('race');
    const people = await Promise.all(Array.from({ length: 8 }, () => createUser(test, realm)));
    const answers = await Promise.all(people.map((person) => join(person, name)));
    expect(answers.map(({ body }) => body['subscribed'])).toEqual(
      people.map(({ userId }) => ({ [userId]: [name] })),
    );
    const { body } = await member.client.get('get_stream_id', { stream: name });
    expect(await countOf(body['stream_id'] as number)).toEqual({ kept: 8, real: 8 });
  });

  it('fail, except one, when they create one private channel', async () => {
    const name = unique('private race');
    const people = await Promise.all(Array.from({ length: 4 }, () => createUser(test, realm)));
    const answers = await Promise.all(
      people.map((person) => join(person, name, { invite_only: true })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(outcome(answer)).toBe(`BAD_REQUEST: Unable to access channel (${name}).`);
    }
  });

  it('create channels with several names in different orders without deadlocks', async () => {
    const wanted = Array.from({ length: 6 }, () => ({ name: unique('order') }));
    const people = await Promise.all(Array.from({ length: 6 }, () => createUser(test, realm)));
    const answers = await Promise.all(
      people.map(({ client }, i) => {
        const turned = [...wanted.slice(i), ...wanted.slice(0, i)];
        return client.post(PATH, { subscriptions: i % 2 ? turned.toReversed() : turned });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    for (const { name } of wanted) {
      const { body } = await member.client.get('get_stream_id', { stream: name });
      expect(await countOf(body['stream_id'] as number)).toEqual({ kept: 6, real: 6 });
    }
  });

  it('need few statements', async () => {
    const place = await createRealm(test);
    const crowd = await createPeople(test, place, 2000);
    const query = jest.spyOn(test.app.get(Database), 'query');
    const statements = (): number =>
      query.mock.calls.filter(([text]) => !BACKGROUND.test(text)).length;
    const count = async (people: number[], parameters: Parameters = {}): Promise<number> => {
      const name = unique('crowded');
      await subscribe(place.owner, name, parameters);
      query.mockClear();
      const { body } = await join(place.owner, name, { principals: people });
      expect(Object.keys(body['subscribed'] as object)).toHaveLength(people.length);
      const answer = await leave(place.owner, name, { principals: people });
      expect(answer.body['removed']).toEqual([name]);
      return statements();
    };
    const few = await count(crowd.slice(0, 101));
    expect(await count(crowd)).toBe(few);
    expect(few).toBeLessThan(40);
    const fewPrivate = await count(crowd.slice(0, 101), { invite_only: true });
    expect(await count(crowd, { invite_only: true })).toBe(fewPrivate);
    query.mockRestore();
  }, 60_000);
});

describe('a user who is being deactivated', () => {
  it('is not subscribed', async () => {
    const leaver = await createUser(test, realm);
    const name = unique('closing');
    const id = await subscribe(member, name);
    const closing = new pg.Client(test.database.connection);
    await closing.connect();
    try {
      await closing.query('BEGIN');
      await closing.query('UPDATE users SET is_active = false WHERE id = $1', [leaver.userId]);
      const answer = join(member, name, { principals: [leaver.userId] });
      await statementWaits(test);
      // As deactivation does next: a request that waits for the account must not hold the channel lock.
      await closing.query('SELECT 1 FROM streams WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [id]);
      await closing.query('COMMIT');
      expect(outcome(await answer)).toMatch(
        /^BAD_REQUEST: .* deactivated by a concurrent request$/,
      );
      expect(await countOf(id)).toEqual({ kept: 1, real: 1 });
    } finally {
      await closing.end();
    }
  });

  it('is not counted as a subscriber, whichever comes first', async () => {
    const name = unique('coming and going');
    const id = await subscribe(member, name);
    const people = await Promise.all(Array.from({ length: 8 }, () => createUser(test, realm)));
    await Promise.all(
      people.flatMap(({ userId }) => [
        join(member, name, { principals: [userId] }),
        realm.owner.client.expect('DELETE', `users/${userId}`),
      ]),
    );
    const { subscribers } = await member.client.expect('GET', `streams/${id}/members`);
    expect(subscribers).toEqual([member.userId]);
    expect((await countOf(id)).kept).toBe(1);
  });
});
