// Alert words, and the messages that contain them.
import { describe, expect, test } from '@jest/globals';
import { sharedTestApp } from './app.js';
import { createUser, sendDirect, sendToStream, type TestUser } from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const app = await sharedTestApp();
const { realm, owner } = await createScene(app);

function change(user: TestUser, method: 'POST' | 'DELETE', words: unknown): Promise<unknown> {
  return user.client
    .call(method, 'users/me/alert_words', { alert_words: words })
    .then(({ status, body }) => (status === 200 ? body['alert_words'] : [status, body['code']]));
}

async function wordsOf(user: TestUser): Promise<unknown> {
  const { alert_words: all } = await user.client.expect('GET', 'users/me/alert_words');
  return all;
}

async function flags(user: TestUser, id: number): Promise<string[]> {
  const { messages } = await user.client.expect('GET', 'messages', { message_ids: [id] });
  return (messages as { flags: string[] }[])[0]!.flags;
}

describe('the list', () => {
  test('keeps the words in their order, each once', async () => {
    const member = await createUser(app, realm);
    expect(await wordsOf(member)).toEqual([]);
    expect(await change(member, 'POST', ['tea', ' green tea ', '', 'Tea'])).toEqual([
      'tea',
      'green tea',
    ]);
    expect(await change(member, 'POST', ['coffee', 'TEA'])).toEqual(['tea', 'green tea', 'coffee']);
    expect(await change(member, 'DELETE', ['GREEN TEA', 'unknown'])).toEqual(['tea', 'coffee']);
    expect(await wordsOf(member)).toEqual(['tea', 'coffee']);
    expect(await wordsOf(owner)).toEqual([]);
  });

  test.each([
    ['nothing', undefined, 'REQUEST_VARIABLE_MISSING'],
    ['a text', 'tea', 'BAD_REQUEST'],
    ['numbers', [1], 'BAD_REQUEST'],
    ['a word of more than 100 characters', ['x'.repeat(101)], 'BAD_REQUEST'],
  ])('refuses %s', async (_, given, code) => {
    for (const method of ['POST', 'DELETE'] as const) {
      expect(await change(owner, method, given)).toEqual([400, code]);
    }
  });

  test('has a maximum length', async () => {
    const member = await createUser(app, realm);
    const many = Array.from({ length: 1000 }, (_, index) => `word ${index}`);
    await change(member, 'POST', many);
    expect(await change(member, 'POST', ['one more'])).toEqual([400, 'BAD_REQUEST']);
    expect(await wordsOf(member)).toEqual(many);
  });

  test('is published to the clients of the user only', async () => {
    const member = await createUser(app, realm);
    const observers = observersOf(realm, { member, owner });
    const seen = await verifyEvents(app, observers, async () => {
      await change(member, 'POST', ['tea', 'coffee']);
      await change(member, 'POST', ['tea']);
      await change(member, 'DELETE', ['tea']);
      await change(member, 'DELETE', ['tea']);
    });
    const lists = seen.get('member')!.map((event) => event['alert_words']);
    expect(lists).toEqual([['tea', 'coffee'], ['coffee']]);
    expect(seen.get('owner')).toEqual([]);
  });
});

test('a message with a word has the flag for users with this alert word', async () => {
  const [one, other] = [await createUser(app, realm), await createUser(app, realm)];
  for (const user of [one, other]) {
    await user.client.expect('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: 'general' }],
    });
  }
  await change(one, 'POST', ['Release Party']);
  const id = await sendToStream(other, 'general', 'alerts', 'a **release party**, at last');
  const plain = await sendToStream(other, 'general', 'alerts', 'no release, no party');
  const direct = await sendDirect(one, [other], 'my release party');
  expect(await flags(one, id)).toEqual(['has_alert_word']);
  expect(await flags(other, id)).toEqual([]);
  expect(await flags(one, plain)).toEqual([]);
  expect(await flags(one, direct)).toEqual(['has_alert_word']);
  expect(await flags(other, direct)).toEqual([]);
  await change(one, 'DELETE', ['release party']);
  const later = await sendToStream(other, 'general', 'alerts', 'a release party');
  expect(await flags(one, later)).toEqual([]);
});
