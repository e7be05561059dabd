// Topics that users mute, unmute and follow.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import { listen } from './event-listener.js';
import {
  createRealm,
  createUser,
  sendToStream,
  subscribe,
  type TestUser,
  unique,
} from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();
const { realm, guest } = await createScene(test, { guest: { role: Role.Guest } });

let member: TestUser;
let channel: string;
let streamId: number;

beforeEach(async () => {
  member = await createUser(test, realm);
  channel = unique('channel');
  streamId = await subscribe(member, channel);
});

function outcome({ status, body }: Answer): string {
  return status === 200 ? 'accepted' : `${String(body['code'])}: ${String(body['msg'])}`;
}

async function set(
  user: TestUser,
  topic: string,
  policy: unknown,
  parameters: Parameters = {},
): Promise<string> {
  return outcome(
    await user.client.post('user_topics', {
      stream_id: streamId,
      topic,
      visibility_policy: policy,
      ...parameters,
    }),
  );
}

async function mute(user: TestUser, parameters: Parameters): Promise<string> {
  return outcome(await user.client.patch('users/me/subscriptions/muted_topics', parameters));
}

async function state(
  user: TestUser,
  types: string[],
  capabilities: Parameters = { empty_topic_name: true },
): Promise<Record<string, unknown>> {
  const body = await user.client.expect('POST', 'register', {
    fetch_event_types: types,
    event_types: [],
    client_capabilities: capabilities,
  });
  return body;
}

async function userTopics(user: TestUser): Promise<unknown> {
  return (await state(user, ['user_topic']))['user_topics'];
}

async function mutedTopics(user: TestUser): Promise<unknown> {
  return (await state(user, ['muted_topics']))['muted_topics'];
}

describe('POST /user_topics', () => {
  it('mutes, unmutes and follows, and 0 removes the policy', async () => {
    const now = test.clock.seconds();
    for (const policy of [1, 2, 3]) {
      expect(await set(member, 'topic', policy)).toBe('accepted');
      expect(await userTopics(member)).toEqual([
        {
          stream_id: streamId,
          topic_name: 'topic',
          visibility_policy: policy,
          last_updated: expect.any(Number),
        },
      ]);
    }
    const [{ last_updated: at }] = (await userTopics(member)) as [{ last_updated: number }];
    expect(at).toBeGreaterThanOrEqual(now);
    expect(await set(member, 'topic', 0)).toBe('accepted');
    expect(await userTopics(member)).toEqual([]);
  });

  it('ignores case, and keeps the first spelling', async () => {
    await set(member, 'Ärger', 1);
    await set(member, '  äRGER ', 3);
    await set(member, 'other', 1);
    expect(await userTopics(member)).toMatchObject([
      { topic_name: 'Ärger', visibility_policy: 3 },
      { topic_name: 'other', visibility_policy: 1 },
    ]);
    await set(member, 'ärger', 0);
    expect(await userTopics(member)).toMatchObject([{ topic_name: 'other' }]);
  });

  it('accepts all names of the empty topic', async () => {
    await set(member, 'general chat', 3);
    expect(await userTopics(member)).toMatchObject([{ topic_name: '' }]);
    const old = await state(member, ['user_topic'], {});
    expect(old['user_topics']).toMatchObject([{ topic_name: 'general chat' }]);
    await set(member, '', 1);
    expect((await state(member, ['muted_topics'], {}))['muted_topics']).toEqual([
      [channel, 'general chat', expect.any(Number)],
    ]);
    await set(member, '(no topic)', 0);
    expect(await userTopics(member)).toEqual([]);
  });

  it('applies to one user only', async () => {
    await set(member, 'topic', 1);
    expect(await userTopics(realm.owner)).toEqual([]);
    await set(realm.owner, 'topic', 0);
    expect(await userTopics(member)).toHaveLength(1);
  });

  it('is published in both forms to the clients of the user if it changes', async () => {
    const modern = await listen(test, realm, member, {
      client_capabilities: { empty_topic_name: true },
    });
    const others = await listen(test, realm, realm.owner);
    await set(member, 'Topic', 1);
    await set(member, 'topic', 1);
    await set(member, 'TOPIC', 3);
    await set(member, 'topic', 0);
    await set(member, 'topic', 0);
    const change = { type: 'user_topic', stream_id: streamId, topic_name: 'Topic' };
    expect(await modern.take()).toMatchObject([
      { type: 'muted_topics', muted_topics: [[channel, 'Topic', expect.any(Number)]] },
      { ...change, visibility_policy: 1 },
      { type: 'muted_topics', muted_topics: [] },
      { ...change, visibility_policy: 3 },
      { type: 'muted_topics', muted_topics: [] },
      { ...change, visibility_policy: 0 },
    ]);
    expect(await others.take()).toEqual([]);
  });

  it('updates the state of every kind of client', async () => {
    for (const topic of ['new', 'kept', '']) await sendToStream(realm.owner, streamId, topic, 'hi');
    await set(member, 'kept', 3);
    await set(member, '', 1);
    const registration = { event_types: ['muted_topics'], client_capabilities: {} };
    const observers = [
      ...observersOf(realm, { member, owner: realm.owner }),
      { name: 'a client of muted topics only', realm, user: member, registration },
    ];
    await verifyEvents(test, observers, async () => {
      await set(member, 'new', 1);
      await set(member, '', 3);
      await set(member, 'New', 2);
      await set(member, 'kept', 0);
      await set(member, 'kept', 3);
      await set(member, '', 1);
      await set(member, 'new', 0);
      await mute(member, { stream_id: streamId, topic: 'KEPT', op: 'add' });
      await mute(member, { stream_id: streamId, topic: 'general chat', op: 'remove' });
    });
  });

  it('works in every channel that the caller can read, and no other', async () => {
    const hidden = unique('hidden');
    const hiddenId = await subscribe(realm.owner, hidden, { invite_only: true });
    const elsewhere = await createRealm(test);
    const foreignId = await subscribe(elsewhere.owner, unique('foreign'));
    const refusal = 'BAD_REQUEST: Invalid channel ID';
    for (const policy of [0, 1, 2, 3]) {
      expect(await set(guest, 'topic', policy)).toBe(refusal);
      expect(await set(member, 'topic', policy, { stream_id: hiddenId })).toBe(refusal);
      expect(await set(member, 'topic', policy, { stream_id: foreignId })).toBe(refusal);
      expect(await set(member, 'topic', policy, { stream_id: 2_147_483_647 })).toBe(refusal);
    }
    expect(await set(realm.owner, 'topic', 3)).toBe('accepted');
    await test.app
      .get(Database)
      .query('UPDATE streams SET is_archived = true WHERE id = $1', [streamId]);
    expect(await set(member, 'topic', 3)).toBe('accepted');
  });

  it('can be removed after the channel became inaccessible, without the name of the channel', async () => {
    const name = unique('secret');
    const secretId = await subscribe(realm.owner, name, { invite_only: true });
    await subscribe(realm.owner, name, { principals: [member.userId] });
    expect(await set(member, 'topic', 1, { stream_id: secretId })).toBe('accepted');
    expect(await mutedTopics(member)).toEqual([[name, 'topic', expect.any(Number)]]);
    await member.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    expect(await mutedTopics(member)).toEqual([]);
    expect(await userTopics(member)).toMatchObject([{ stream_id: secretId }]);
    expect(await set(member, 'topic', 2, { stream_id: secretId })).toContain('Invalid channel ID');
    expect(await set(member, 'topic', 0, { stream_id: secretId })).toBe('accepted');
    expect(await userTopics(member)).toEqual([]);
    expect(await set(member, 'topic', 0, { stream_id: secretId })).toContain('Invalid channel ID');
  });

  it.each([
    { visibility_policy: 4 },
    { visibility_policy: -1 },
    { visibility_policy: '1.0' },
    { visibility_policy: 'muted' },
    { stream_id: 'general' },
    { stream_id: -1 },
    { topic: 'x'.repeat(61) },
    { topic: 'a\0b' },
  ])('refuses %j and changes nothing', async (wrong) => {
    expect(await set(member, 'topic', 1, wrong)).toMatch(/^BAD_REQUEST/);
    expect(await userTopics(member)).toEqual([]);
  });

  it.each(['stream_id', 'topic', 'visibility_policy'])('needs %s', async (name) => {
    const parameters: Parameters = { stream_id: streamId, topic: 'topic', visibility_policy: 1 };
    delete parameters[name];
    const { body } = await member.client.post('user_topics', parameters);
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: name });
  });

  it('leaves one row when many requests come at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, n) => set(member, n % 2 ? 'Topic' : 'topic', 1 + (n % 3))),
    );
    expect(new Set(outcomes)).toEqual(new Set(['accepted']));
    expect(await userTopics(member)).toHaveLength(1);
  });
});

describe('a muted topic', () => {
  async function unreadCount(): Promise<unknown> {
    const body = await state(member, ['message', 'update_message_flags']);
    return (body['unread_msgs'] as { count: number }).count;
  }

  it('does not count as unread, and one that is not does in a muted channel', async () => {
    const before = (await unreadCount()) as number;
    for (const topic of ['loud', 'Quiet', 'quiet']) {
      await sendToStream(realm.owner, streamId, topic, 'hi');
    }
    expect(await unreadCount()).toBe(before + 3);
    await set(member, 'quiet', 1);
    expect(await unreadCount()).toBe(before + 1);
    await member.client.expect('POST', 'users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: streamId, property: 'is_muted', value: true }],
    });
    const muted = (await unreadCount()) as number;
    await set(member, 'loud', 2);
    expect(await unreadCount()).toBe(muted + 1);
    await set(member, 'quiet', 3);
    expect(await unreadCount()).toBe(muted + 3);
  });

  it('is published with a message that becomes unread', async () => {
    const id = await sendToStream(realm.owner, streamId, 'quiet', 'hi');
    const flag = { messages: [id], flag: 'read' };
    await member.client.expect('POST', 'messages/flags', { ...flag, op: 'add' });
    await set(member, 'Quiet', 1);
    const queue = await listen(test, realm, member, { event_types: ['update_message_flags'] });
    await member.client.expect('POST', 'messages/flags', { ...flag, op: 'remove' });
    expect(await queue.take()).toMatchObject([
      { message_details: { [id]: { topic: 'quiet', unmuted_stream_msg: false } } },
    ]);
  });
});

describe('PATCH /users/me/subscriptions/muted_topics', () => {
  it('mutes and unmutes, by id or by name', async () => {
    expect(await mute(member, { stream_id: streamId, topic: 'one', op: 'add' })).toBe('accepted');
    expect(await mute(member, { stream: channel.toUpperCase(), topic: 'two', op: 'add' })).toBe(
      'accepted',
    );
    expect(await mutedTopics(member)).toEqual([
      [channel, 'one', expect.any(Number)],
      [channel, 'two', expect.any(Number)],
    ]);
    await mute(member, { stream: channel, topic: 'ONE', op: 'remove' });
    expect(await userTopics(member)).toMatchObject([{ topic_name: 'two', visibility_policy: 1 }]);
    expect(await mute(member, { stream: channel, topic: 'one', op: 'remove' })).toBe('accepted');
  });

  it('mutes a followed topic, but does not unfollow', async () => {
    await set(member, 'topic', 3);
    await mute(member, { stream_id: streamId, topic: 'topic', op: 'remove' });
    expect(await userTopics(member)).toMatchObject([{ visibility_policy: 3 }]);
    await mute(member, { stream_id: streamId, topic: 'topic', op: 'add' });
    expect(await userTopics(member)).toMatchObject([{ visibility_policy: 1 }]);
  });

  it('needs exactly one of channel id and name', async () => {
    const both = { stream_id: streamId, stream: channel, topic: 'topic', op: 'add' };
    const { body } = await member.client.patch('users/me/subscriptions/muted_topics', both);
    expect(body).toMatchObject({ code: 'BAD_REQUEST', parameters: 'stream_id,stream' });
    expect(await mute(member, { topic: 'topic', op: 'add' })).toContain('REQUEST_VARIABLE_MISSING');
    expect(await userTopics(member)).toEqual([]);
  });

  it('refuses unknown channels and topics', async () => {
    const topic = 'topic';
    expect(await mute(member, { stream: 'no such channel', topic, op: 'add' })).toBe(
      "BAD_REQUEST: Invalid channel name 'no such channel'",
    );
    expect(await mute(guest, { stream: channel, topic, op: 'add' })).toMatch(/^BAD_REQUEST/);
    expect(await mute(guest, { stream_id: streamId, topic, op: 'add' })).toBe(
      'BAD_REQUEST: Invalid channel ID',
    );
    expect(await mute(member, { stream_id: streamId, topic, op: 'toggle' })).toMatch(
      /^BAD_REQUEST/,
    );
  });
});

describe('POST /register', () => {
  it('has muted topics only for clients without topic policies', async () => {
    await set(member, 'topic', 1);
    const both = await state(member, ['user_topic', 'muted_topics']);
    expect([both['user_topics'], both['muted_topics']]).toMatchObject([[{}], undefined]);
    const modern = await state(member, ['user_topic']);
    expect(Object.keys(modern)).not.toContain('muted_topics');
    const old = await state(member, ['muted_topics']);
    expect(Object.keys(old)).not.toContain('user_topics');
    expect(Object.keys(await state(member, ['message']))).not.toContain('user_topics');
  });
});
