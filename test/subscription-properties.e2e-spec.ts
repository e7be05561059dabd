// Subscription settings, subscribing and unsubscribing in one request, and lists of subscribers.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import { listen } from './event-listener.js';
import { createRealm, subscribe, type TestUser, unique } from './factories.js';
import { createScene } from './scene.js';

const test = await sharedTestApp();
const { realm, member, other, guest } = await createScene(test, {
  member: {},
  other: {},
  guest: { role: Role.Guest },
});

function outcome({ status, body }: Answer): string {
  return status === 200 ? 'accepted' : `${status} ${String(body['code'])}`;
}

function change(streamId: number, property: string, value: unknown): Promise<Answer> {
  return member.client.patch(`users/me/subscriptions/${streamId}`, { property, value });
}

function changeMany(changes: unknown[]): Promise<Answer> {
  return member.client.post('users/me/subscriptions/properties', { subscription_data: changes });
}

async function settings(streamId: number, user = member): Promise<Record<string, unknown>> {
  const { subscriptions } = await user.client.expect('GET', 'users/me/subscriptions');
  const found = (subscriptions as Record<string, unknown>[]).find(
    (one) => one['stream_id'] === streamId,
  );
  return found ?? {};
}

describe('a setting', () => {
  let streamId: number;
  beforeAll(async () => {
    streamId = await subscribe(member, unique('set'));
    await subscribe(other, unique('elsewhere'));
  });

  it.each([
    ['color', '#a1B2c3', '#a1b2c3'],
    ['color', '#fA0', '#ffaa00'],
    ['color', '"#00FF00"', '#00ff00'],
    ['pin_to_top', true],
    ['pin_to_top', false],
    ['is_muted', true],
    ['desktop_notifications', false],
    ['audible_notifications', true],
    ['push_notifications', true],
    ['email_notifications', false],
    ['wildcard_mentions_notify', true],
  ])('%s is changed to %s', async (property, value, stored: unknown = value) => {
    const listener = await listen(test, realm, member);
    const bystander = await listen(test, realm, other);
    expect(outcome(await change(streamId, property, value))).toBe('accepted');

    expect(await settings(streamId)).toMatchObject({ [property]: stored });
    const events = await listener.take();
    const update = { type: 'subscription', op: 'update', stream_id: streamId };
    expect(events).toMatchObject(
      property === 'pin_to_top' && value === false
        ? [{ ...update, property, value: stored }]
        : [
            { ...update, property, value: stored },
            ...(property === 'is_muted' ? [{ ...update, property: 'in_home_view' }] : []),
          ],
    );
    expect(await bystander.take()).toEqual([]);
  });

  it('is_muted is published as in_home_view too, negated', async () => {
    const listener = await listen(test, realm, member);
    expect(outcome(await change(streamId, 'in_home_view', true))).toBe('accepted');
    expect(await settings(streamId)).toMatchObject({ is_muted: false, in_home_view: true });
    expect(await listener.take()).toMatchObject([
      { property: 'is_muted', value: false },
      { property: 'in_home_view', value: true },
    ]);
  });

  it('that has its value already is not published', async () => {
    await change(streamId, 'pin_to_top', true);
    const listener = await listen(test, realm, member);
    expect(outcome(await change(streamId, 'pin_to_top', true))).toBe('accepted');
    expect(await listener.take()).toEqual([]);
  });

  it.each([
    ['color', 'green'],
    ['color', '#12345'],
    ['color', '#12345g'],
    ['color', true],
    ['pin_to_top', 'yes'],
    ['pin_to_top', '#ffffff'],
    ['is_muted', 1],
    ['push_notifications', 'null'],
    ['is_active', false],
    ['name', 'new'],
    ['user_is_active', true],
  ])('%s is not changed to %s', async (property, value) => {
    const before = await settings(streamId);
    expect(outcome(await change(streamId, property, value))).toBe('400 BAD_REQUEST');
    const change_ = { stream_id: streamId, property, value };
    expect(outcome(await changeMany([change_]))).toBe('400 BAD_REQUEST');
    expect(await settings(streamId)).toEqual(before);
  });

  it('is kept after unsubscribing and subscribing again', async () => {
    const name = unique('return');
    const id = await subscribe(member, name);
    await change(id, 'color', '#123456');
    await member.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    await subscribe(member, name);
    expect(await settings(id)).toMatchObject({ color: '#123456' });
  });
});

describe('settings in bulk', () => {
  it('change together; the last of several for one setting counts', async () => {
    const [first, second] = [
      await subscribe(member, unique('bulk')),
      await subscribe(member, unique('bulk')),
    ];
    const listener = await listen(test, realm, member);
    const answer = await changeMany([
      { stream_id: first, property: 'color', value: '#111111' },
      { stream_id: second, property: 'is_muted', value: true },
      { stream_id: first, property: 'color', value: '#222222' },
      { stream_id: second, property: 'in_home_view', value: true },
    ]);
    expect(outcome(answer)).toBe('accepted');
    expect(await settings(first)).toMatchObject({ color: '#222222' });
    expect(await settings(second)).toMatchObject({ is_muted: false });
    expect(await listener.take()).toMatchObject([
      { stream_id: first, property: 'color', value: '#222222' },
    ]);
  });

  it.each<[string, (mine: number, theirs: number) => unknown[]]>([
    ['a channel of others', (_mine, theirs) => [theirs]],
    ['an unknown channel', () => [2_000_000]],
    ['a channel that is no number', () => ['general']],
  ])('change nothing when they name %s', async (_what, ids) => {
    const mine = await subscribe(member, unique('mine'));
    const theirs = await subscribe(other, unique('theirs'));
    const before = await settings(mine);
    const answer = await changeMany(
      [mine, ...ids(mine, theirs)].map((id) => ({
        stream_id: id,
        property: 'color',
        value: '#abcdef',
      })),
    );
    expect(outcome(answer)).toBe('400 BAD_REQUEST');
    expect(await settings(mine)).toEqual(before);
  });

  it.each<[string, unknown]>([
    ['no list', {}],
    ['a change without a value', [{ stream_id: 1, property: 'color' }]],
    ['a change without a property', [{ stream_id: 1, value: true }]],
    ['a change without a channel', [{ property: 'is_muted', value: true }]],
    ['a text', ['color']],
  ])('are not %s', async (_what, data) => {
    const answer = await member.client.post('users/me/subscriptions/properties', {
      subscription_data: data,
    });
    expect(outcome(answer)).toBe('400 BAD_REQUEST');
  });

  it('exclude channels of other organizations', async () => {
    const foreignOwner = (await createRealm(test)).owner;
    const id = await subscribe(member, unique('here'));
    const answer = await foreignOwner.client.patch(`users/me/subscriptions/${id}`, {
      property: 'is_muted',
      value: true,
    });
    expect(outcome(answer)).toBe('400 BAD_REQUEST');
    expect(await settings(id)).toMatchObject({ is_muted: false });
  });
});

describe('PATCH /users/me/subscriptions', () => {
  function patch(parameters: Parameters, user = member): Promise<Answer> {
    return user.client.patch('users/me/subscriptions', parameters);
  }

  it('joins and leaves in one request', async () => {
    const [joined, known, left, never] = [0, 1, 2, 3].map(() => unique('both'));
    await subscribe(member, known!);
    await subscribe(member, left!);
    await subscribe(other, never!);
    const { body } = await patch({
      add: [{ name: joined, color: '#0A0B0C', description: 'New here' }, { name: known }],
      delete: [left, never],
    });
    const { email } = await member.client.expect('GET', 'users/me');
    expect(body).toMatchObject({
      subscribed: { [email as string]: [joined] },
      already_subscribed: { [email as string]: [known] },
      removed: [left],
      not_removed: [never],
    });
    const { stream_id: id } = await member.client.expect('GET', 'get_stream_id', {
      stream: joined,
    });
    expect(await settings(id as number)).toMatchObject({
      color: '#0a0b0c',
      description: 'New here',
    });
  });

  it('changes nothing when a part of it fails', async () => {
    const joined = unique('half');
    const answer = await patch({ add: [{ name: joined }], delete: ['there is none'] });
    expect(outcome(answer)).toBe('400 STREAM_DOES_NOT_EXIST');
    const { status } = await member.client.get('get_stream_id', { stream: joined });
    expect(status).toBe(400);
  });

  it.each([
    ['nothing', {}],
    ['empty lists', { add: [], delete: [] }],
    ['a channel without a name', { add: [{ color: '#ffffff' }] }],
    ['an invalid color', { add: [{ name: 'x', color: 'blue' }] }],
    ['text instead of lists', { add: 'general' }],
  ])('refuses %s', async (_what, parameters) => {
    expect(outcome(await patch(parameters))).toBe('400 BAD_REQUEST');
  });

  it('does not allow guests to subscribe themselves', async () => {
    const name = unique('public');
    await subscribe(member, name);
    expect(outcome(await patch({ add: [{ name }] }, guest))).toBe('400 BAD_REQUEST');
    expect(outcome(await patch({ add: [{ name: unique('new') }] }, guest))).toBe('400 BAD_REQUEST');
  });
});

describe('membership of users', () => {
  let open: number;
  let closed: number;
  beforeAll(async () => {
    open = await subscribe(member, unique('open'));
    closed = await subscribe(member, unique('closed'), { invite_only: true });
  });

  const channelsOf = async (user: TestUser, of: TestUser): Promise<unknown> =>
    (await user.client.expect('GET', `users/${of.userId}/channels`))['subscribed_channel_ids'];

  it('is returned for channels that the caller can access', async () => {
    expect(await channelsOf(member, member)).toEqual(expect.arrayContaining([open, closed]));
    expect(await channelsOf(other, member)).toEqual(expect.arrayContaining([open]));
    expect(await channelsOf(other, member)).not.toContain(closed);
    expect(await channelsOf(realm.owner, member)).toContain(closed);
    expect(await channelsOf(guest, member)).toEqual([]);
  });

  it('is returned for one user and channel', async () => {
    const status = async (user: TestUser, of: number, id: number): Promise<unknown> => {
      const { body } = await user.client.get(`users/${of}/subscriptions/${id}`);
      return body['is_subscribed'] ?? body['msg'];
    };
    expect(await status(other, member.userId, open)).toBe(true);
    expect(await status(other, other.userId, open)).toBe(false);
    expect(await status(other, member.userId, closed)).toBe('Invalid channel ID');
    expect(await status(realm.owner, member.userId, closed)).toBe(true);
    expect(await status(other, 2_000_000, open)).toBe('No such user');
    expect(await status(guest, member.userId, open)).toBe('Invalid channel ID');
  });

  it('is listed for a channel', async () => {
    const members = async (user: TestUser, id: number): Promise<unknown> => {
      const { body } = await user.client.get(`streams/${id}/members`);
      return body['subscribers'] ?? body['msg'];
    };
    expect(await members(other, open)).toEqual([member.userId]);
    expect(await members(other, closed)).toBe('Invalid channel ID');
    expect(await members(realm.owner, closed)).toEqual([member.userId]);
    expect(await members(guest, open)).toBe('Invalid channel ID');
    expect(await members((await createRealm(test)).owner, open)).toBe('Invalid channel ID');
  });
});
