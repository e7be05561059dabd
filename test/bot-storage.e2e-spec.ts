// The key-value store of bots.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import { createBot, type TestRealm, type TestUser } from './factories.js';
import { createScene } from './scene.js';

const test = await sharedTestApp();

let realm: TestRealm;
let member: TestUser;
let bot: TestUser;
beforeEach(async () => {
  ({ realm, member } = await createScene(test, { member: {} }));
  bot = await createBot(realm, member);
});

async function stored(keys?: string[]): Promise<unknown> {
  return (await bot.client.expect('GET', 'bot_storage', { keys }))['storage'];
}

function store(storage: Record<string, string>): Promise<unknown> {
  return bot.client.expect('PUT', 'bot_storage', { storage });
}

const refused = { status: 400, body: { code: 'BAD_REQUEST' } };

describe('the storage of a bot', () => {
  it('is empty at first, and holds what the bot writes', async () => {
    expect(await stored()).toEqual({});
    await store({ count: '1', 'a key': '{"json": true}' });
    await store({ count: '2', 'ключ 🔑': '' });
    expect(await stored()).toEqual({ count: '2', 'a key': '{"json": true}', 'ключ 🔑': '' });
    expect(await stored(['count'])).toEqual({ count: '2' });
    expect(await stored([])).toEqual({});
  });

  it('can hold names of properties of objects', async () => {
    await bot.client.expect('PUT', 'bot_storage', {
      storage: '{"__proto__": "a", "toString": "b"}',
    });
    const { body } = await bot.client.raw('GET', '/api/v1/bot_storage');
    expect(Object.entries(body['storage'] as object)).toEqual([
      ['__proto__', 'a'],
      ['toString', 'b'],
    ]);
  });

  it('is reduced by keys or as a whole', async () => {
    await store({ one: '1', two: '2', three: '3' });
    expect(await bot.client.delete('bot_storage', { keys: ['one', 'four'] })).toMatchObject(
      refused,
    );
    await bot.client.expect('DELETE', 'bot_storage', { keys: ['one', 'one'] });
    expect(await stored()).toEqual({ two: '2', three: '3' });
    await bot.client.expect('DELETE', 'bot_storage', { keys: [] });
    await bot.client.expect('DELETE', 'bot_storage');
    expect(await stored()).toEqual({});
  });

  it('refuses unknown keys', async () => {
    await store({ one: '1' });
    expect(await bot.client.get('bot_storage', { keys: ['one', 'two'] })).toMatchObject(refused);
  });

  it('is separate for each bot', async () => {
    const other = await createBot(realm, member);
    await store({ one: '1' });
    expect((await other.client.expect('GET', 'bot_storage'))['storage']).toEqual({});
    await other.client.expect('DELETE', 'bot_storage');
    expect(await stored()).toEqual({ one: '1' });
  });

  it('is for bots only', async () => {
    for (const [method, parameters] of [
      ['GET', {}],
      ['PUT', { storage: { one: '1' } }],
      ['DELETE', {}],
    ] as const) {
      expect(await member.client.call(method, 'bot_storage', parameters)).toMatchObject({
        status: 400,
        body: { code: 'PERMISSION_DENIED' },
      });
    }
    const incoming = await createBot(realm, member, { bot_type: 2 });
    expect((await incoming.client.get('bot_storage')).status).toBe(401);
  });

  it.each([
    ['a number', { one: 1 }],
    ['a list', ['one']],
    ['nothing', null],
    ['an empty key', { '': 'a' }],
    ['a long key', { ['k'.repeat(501)]: 'a' }],
    ['the NUL character', { one: '\0' }],
    ['half of a surrogate pair', { one: '\ud800' }],
  ])('does not take %s', async (_what, storage) => {
    await store({ one: '1' });
    const answer = await bot.client.call('PUT', 'bot_storage', {
      storage: JSON.stringify(storage),
    });
    expect(answer).toMatchObject(refused);
    expect(await stored()).toEqual({ one: '1' });
  });

  it('has a limit of characters, counted as code points', async () => {
    // A key is URL-encoded to twelve bytes, and a body has at most a megabyte.
    const many = '🔑'.repeat(80_000);
    for (let n = 0; n < 124; n++) await store({ [`k${n + 100}`]: many });
    const rest = 10_000_000 - 124 * 80_004 - 1;
    const put = (key: string, length: number): Promise<Answer> =>
      bot.client.call('PUT', 'bot_storage', { storage: { [key]: 'a'.repeat(length) } });
    expect(await put('x', rest + 1)).toMatchObject(refused);
    expect(await put('x', rest)).toMatchObject({ status: 200 });
    expect(await put('y', 0)).toMatchObject(refused);
    await store({ x: '' });
    expect(await put('y', 1000)).toMatchObject({ status: 200 });
    expect(Object.keys((await stored()) as object)).toHaveLength(126);
  });

  it('has a limit of keys', async () => {
    const keys = Array.from({ length: 10_000 }, (_, n) => [`k${n}`, '']);
    await store(Object.fromEntries(keys) as Record<string, string>);
    expect(await bot.client.call('PUT', 'bot_storage', { storage: { y: '' } })).toMatchObject(
      refused,
    );
    await store({ k1: 'changed' });
  });

  it('counts writes at once together', async () => {
    const half = Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`a${n}`, '']));
    const other = Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`b${n}`, '']));
    const answers = await Promise.all(
      [half, other].map((storage) => bot.client.call('PUT', 'bot_storage', { storage })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(Object.keys((await stored()) as object)).toHaveLength(6000);
  });
});
