// Topics that users follow or unmute automatically, by participating or by being mentioned.
import { describe, expect, test } from '@jest/globals';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import { createUser, sendToStream, subscribe, type TestUser, unique } from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;
const NEVER = 4;

const app = await sharedTestApp();
const { realm, owner } = await createScene(app);
// The first answer of a kind is slow: its part of the contract is compiled for the check.
await policy(owner, await channelOf(owner, { isMuted: true }), 'x');

async function createPerson(settings: Record<string, unknown> = {}): Promise<TestUser> {
  const user = await createUser(app, realm);
  await app.dataSource.query('UPDATE users SET settings = $2 WHERE id = $1', [
    user.userId,
    settings,
  ]);
  return user;
}

async function send(user: TestUser, to: number, topic: string, content = 'x'): Promise<unknown> {
  const message = { type: 'channel', to, topic, content };
  const { body }: Answer = await user.client.post('messages', message);
  expect(body['result']).toBe('success');
  return body['automatic_new_visibility_policy'];
}

async function policy(user: TestUser, streamId: number, topic: string): Promise<number> {
  const { user_topics: topics } = await user.client.expect('POST', 'register', {
    event_types: ['user_topic'],
  });
  const found = (
    topics as { stream_id: number; topic_name: string; visibility_policy: number }[]
  ).find(
    (row) => row.stream_id === streamId && row.topic_name.toLowerCase() === topic.toLowerCase(),
  );
  return found?.visibility_policy ?? 0;
}

async function setPolicy(user: TestUser, id: number, topic: string, value: number): Promise<void> {
  await user.client.expect('POST', 'user_topics', {
    stream_id: id,
    topic,
    visibility_policy: value,
  });
}

async function channelOf(user: TestUser, { isMuted = false } = {}): Promise<number> {
  const id = await subscribe(user, unique('channel'));
  if (isMuted) {
    await user.client.expect('POST', 'users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: id, property: 'is_muted', value: true }],
    });
  }
  return id;
}

describe('the sender', () => {
  test('follows topics that they start, and not others', async () => {
    const user = await createPerson();
    const id = await channelOf(user);
    expect(await send(user, id, 'mine')).toBe(FOLLOWED);
    expect(await send(user, id, 'Mine')).toBeUndefined();
    await sendToStream(owner, id, 'theirs', 'x');
    expect(await send(user, id, 'theirs')).toBeUndefined();
    expect(await policy(user, id, 'mine')).toBe(FOLLOWED);
    expect(await policy(user, id, 'theirs')).toBe(0);
  });

  test('unmutes topics of muted channels by sending to them', async () => {
    const user = await createPerson();
    const id = await channelOf(user, { isMuted: true });
    await sendToStream(owner, id, 'theirs', 'x');
    expect(await send(user, id, 'theirs')).toBe(UNMUTED);
    expect(await send(user, id, 'theirs')).toBeUndefined();
    expect(await policy(user, id, 'theirs')).toBe(UNMUTED);
    expect(await send(user, id, 'mine')).toBe(FOLLOWED);
  });

  test.each([
    // follow, unmute: in the topic of another, in a new topic; the same in a muted channel
    [1, 1, FOLLOWED, FOLLOWED, FOLLOWED, FOLLOWED],
    [2, 4, FOLLOWED, FOLLOWED, FOLLOWED, FOLLOWED],
    [3, 3, undefined, FOLLOWED, undefined, FOLLOWED],
    [NEVER, 1, undefined, undefined, UNMUTED, UNMUTED],
    [NEVER, 3, undefined, undefined, undefined, UNMUTED],
    [NEVER, NEVER, undefined, undefined, undefined, undefined],
  ])(
    'with the settings %i and %i',
    async (follow, unmute, theirs, mine, theirsMuted, mineMuted) => {
      const user = await createPerson({
        automatically_follow_topics_policy: follow,
        automatically_unmute_topics_in_muted_streams_policy: unmute,
      });
      const seen: unknown[] = [];
      for (const isMuted of [false, true]) {
        const id = await channelOf(user, { isMuted });
        await sendToStream(owner, id, 'theirs', 'x');
        seen.push(await send(user, id, 'theirs'), await send(user, id, 'mine'));
      }
      expect(seen).toEqual([theirs, mine, theirsMuted, mineMuted]);
    },
  );

  test('keeps a higher policy, and raises a lower one', async () => {
    const user = await createPerson({ automatically_follow_topics_policy: NEVER });
    const id = await channelOf(user, { isMuted: true });
    await setPolicy(user, id, 'followed', FOLLOWED);
    await setPolicy(user, id, 'muted', MUTED);
    expect(await send(user, id, 'followed')).toBeUndefined();
    expect(await send(user, id, 'muted')).toBe(UNMUTED);
    expect(await policy(user, id, 'followed')).toBe(FOLLOWED);
  });

  test('follows no topics of unsubscribed channels', async () => {
    const user = await createPerson();
    const id = await channelOf(owner);
    expect(await send(user, id, 'mine')).toBeUndefined();
    expect(await policy(user, id, 'mine')).toBe(0);
  });

  test('that is a bot follows no topics', async () => {
    const bot = await createUser(app, realm, { bot: { type: 1, ownerId: owner.userId } });
    const id = await channelOf(bot);
    expect(await send(bot, id, 'mine')).toBeUndefined();
  });

  test('of a direct message changes no policy', async () => {
    const { body } = await owner.client.post('messages', {
      type: 'direct',
      to: [owner.userId],
      content: 'x',
    });
    expect(body).not.toHaveProperty('automatic_new_visibility_policy');
  });
});

describe('a mentioned user', () => {
  test('follows the topic, unless disabled', async () => {
    const willing = await createPerson();
    const unwilling = await createPerson({ automatically_follow_topics_where_mentioned: false });
    const bot = await createUser(app, realm, { bot: { type: 1, ownerId: owner.userId } });
    const outsider = await createPerson();
    const people = [willing, unwilling, bot];
    const id = await subscribe(owner, unique('channel'), {
      principals: [owner, ...people].map(({ userId }) => userId),
    });
    const mentions = [...people, outsider].map(({ userId }) => `@**|${userId}**`).join(' ');
    await send(owner, id, 'Topic', mentions);
    const seen = await Promise.all([...people, outsider].map((user) => policy(user, id, 'topic')));
    expect(seen).toEqual([FOLLOWED, 0, 0, 0]);
  });

  test.each([
    ['the topic', MUTED, MUTED],
    ['only the channel', 0, FOLLOWED],
  ])('who has muted %s', async (_, before, expected) => {
    const user = await createPerson();
    const id = await channelOf(user, { isMuted: true });
    await setPolicy(user, id, 'topic', before);
    for (const mention of [`@**|${user.userId}**`, `@**all** @**|${user.userId}**`]) {
      await send(owner, id, 'Topic', mention);
    }
    expect(await policy(user, id, 'topic')).toBe(expected);
  });

  test.each([
    ['silently', (user: TestUser) => `@_**|${user.userId}**`],
    ['with everyone', () => '@**all** @**topic**'],
  ])('%s does not', async (_, content) => {
    const user = await createPerson();
    const id = await channelOf(user);
    await sendToStream(owner, id, 'topic', content(user));
    expect(await policy(user, id, 'topic')).toBe(0);
  });
});

test('voting follows the topic', async () => {
  const user = await createPerson({ automatically_follow_topics_policy: 1 });
  const id = await channelOf(user);
  const poll = await sendToStream(owner, id, 'topic', '/poll Tea?\nyes');
  await user.client.expect('POST', 'submessage', {
    message_id: poll,
    msg_type: 'widget',
    content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
  });
  expect(await policy(user, id, 'topic')).toBe(FOLLOWED);
});

test('reacting follows the topic, removing a reaction does not', async () => {
  const [user, careless] = [
    await createPerson({ automatically_follow_topics_policy: 1 }),
    await createPerson(),
  ];
  const id = await channelOf(user);
  await subscribe(careless, await nameOf(id));
  const message = await sendToStream(owner, id, 'topic', 'x');
  const heart = { emoji_name: 'heart' };
  await careless.client.expect('POST', `messages/${message}/reactions`, heart);
  await user.client.expect('POST', `messages/${message}/reactions`, heart);
  expect(await policy(user, id, 'topic')).toBe(FOLLOWED);
  expect(await policy(careless, id, 'topic')).toBe(0);
  await setPolicy(user, id, 'topic', MUTED);
  await user.client.expect('DELETE', `messages/${message}/reactions`, heart);
  expect(await policy(user, id, 'topic')).toBe(MUTED);
});

test('is published to clients, to older ones as muted topics', async () => {
  const user = await createPerson();
  const other = await createPerson({ automatically_follow_topics_policy: 2 });
  const id = await channelOf(user);
  await subscribe(other, await nameOf(id));
  await setPolicy(other, id, 'topic', MUTED);
  const observers = observersOf(realm, { user, other, owner });
  const seen = await verifyEvents(app, observers, async () => {
    await send(user, id, 'topic', `@**|${other.userId}**`);
    await send(other, id, 'topic');
    await send(other, id, 'topic');
  });
  const kinds = (name: string): string[] =>
    seen
      .get(name)!
      .flatMap(({ type }) => (type.endsWith('topic') || type.endsWith('topics') ? [type] : []));
  expect(kinds('user')).toEqual(['user_topic']);
  expect(kinds('other')).toEqual(['muted_topics', 'user_topic']);
  expect(kinds('owner')).toEqual([]);
  const event = seen.get('user')!.find(({ type }) => type === 'user_topic');
  expect(event).toMatchObject({ stream_id: id, topic_name: 'topic', visibility_policy: FOLLOWED });
});

async function nameOf(id: number): Promise<string> {
  const [row] = await app.dataSource.query<{ name: string }[]>(
    'SELECT name FROM streams WHERE id = $1',
    [id],
  );
  return row!.name;
}
