import { beforeEach, describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import { createChannel, createUser, type TestRealm, type TestUser } from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let member: TestUser;
let other: TestUser;
let channelOfTest: number;

beforeEach(async () => {
  ({ realm, member, other } = await createScene(test, { member: {}, other: {} }));
});

const PLAIN = { type: '', to: [], topic: '', content: 'later', timestamp: 1_700_000_000 };

async function list(user = member): Promise<Record<string, unknown>[]> {
  const { count, drafts } = await user.client.expect('GET', 'drafts');
  expect(count).toBe((drafts as unknown[]).length);
  return drafts as Record<string, unknown>[];
}

async function create(...drafts: object[]): Promise<number[]> {
  const { ids } = await member.client.expect('POST', 'drafts', { drafts });
  return ids as number[];
}

function failure({ status, body }: Answer): unknown[] {
  return [status, body['code']];
}

describe('drafts', () => {
  it('are listed by their last change, for their user only', async () => {
    const { id: channelId } = await createChannel(member, []);
    const toChannel = { ...PLAIN, type: 'stream', to: [channelId], topic: 'plans' };
    const toOther = { ...PLAIN, type: 'private', to: [other.userId], timestamp: 1_600_000_000 };
    const ids = await create(toChannel, toOther);
    expect(await list()).toEqual([
      { ...toOther, id: ids[1] },
      { ...toChannel, id: ids[0] },
    ]);
    expect(await list(other)).toEqual([]);
  });

  it('have the current time by default', async () => {
    test.clock.pause();
    await create({ ...PLAIN, timestamp: undefined });
    expect(await list()).toMatchObject([{ timestamp: test.clock.seconds() }]);
    test.clock.resume();
  });

  it('are normalized as messages are', async () => {
    const { id: channelId } = await createChannel(member, []);
    await create(
      { ...PLAIN, content: '\n text \n', topic: 'ignored', to: [other.userId] },
      { ...PLAIN, type: 'stream', to: [channelId], topic: 't'.repeat(61) },
      { ...PLAIN, type: 'private', to: [other.userId, member.userId], topic: 'ignored' },
      { ...PLAIN, type: 'private', to: [member.userId] },
      { ...PLAIN, type: 'private', to: [] },
      { ...PLAIN, content: 'x'.repeat(10_001) },
    );
    expect(await list()).toMatchObject([
      { type: '', to: [], topic: '', content: ' text' },
      { topic: `${'t'.repeat(57)}...` },
      { type: 'private', to: [other.userId], topic: '' },
      { type: 'private', to: [member.userId] },
      { type: '', to: [] },
      { content: expect.stringMatching(/\[message truncated\]$/) },
    ]);
  });

  it('of one request are created together or not at all', async () => {
    const answer = await member.client.post('drafts', {
      drafts: [PLAIN, { ...PLAIN, content: '' }],
    });
    expect(failure(answer)).toEqual([400, 'BAD_REQUEST']);
    expect(await list()).toEqual([]);
    expect(await create()).toEqual([]);
  });

  it.each([
    ['an unknown type', { ...PLAIN, type: 'channel' }],
    ['no type', { ...PLAIN, type: undefined }],
    ['no recipients', { ...PLAIN, to: undefined }],
    ['no topic', { ...PLAIN, topic: undefined }],
    ['no content', { ...PLAIN, content: undefined }],
    ['blank content', { ...PLAIN, content: ' \n' }],
    ['a NUL character', { ...PLAIN, content: 'a\0b' }],
    ['an unknown key', { ...PLAIN, color: 'red' }],
    ['an id', { ...PLAIN, id: 1 }],
    ['a negative timestamp', { ...PLAIN, timestamp: -1 }],
    ['a fractional timestamp', { ...PLAIN, timestamp: 1.5 }],
    ['a huge timestamp', { ...PLAIN, timestamp: 10 ** 15 }],
    ['no channel', { ...PLAIN, type: 'stream', to: [] }],
    ['two channels', { ...PLAIN, type: 'stream', to: [1, 2] }],
    ['an unknown channel', { ...PLAIN, type: 'stream', to: [2_147_483_647] }],
    ['an unknown user', { ...PLAIN, type: 'private', to: [2_147_483_647] }],
    ['a name for an id', { ...PLAIN, type: 'private', to: ['someone'] }],
    [
      'an invalid topic',
      () => ({ ...PLAIN, type: 'stream', to: [channelOfTest], topic: 'a\u0007b' }),
    ],
    ['text for an object', 'later'],
  ])('are neither created nor changed with %s', async (_what, input) => {
    channelOfTest = (await createChannel(member, [])).id;
    const draft = typeof input === 'function' ? input() : input;
    const [id] = await create(PLAIN);
    const created = await member.client.post('drafts', { drafts: [draft] });
    expect(failure(created)).toEqual([400, 'BAD_REQUEST']);
    const changed = await member.client.patch(`drafts/${id}`, { draft });
    expect(failure(changed)).toEqual([400, 'BAD_REQUEST']);
    expect(await list()).toEqual([{ ...PLAIN, id }]);
  });

  it('cannot be addressed to channels and users that the user cannot access', async () => {
    const { id } = await createChannel(other, [], { invite_only: true });
    const answer = await member.client.post('drafts', {
      drafts: [{ ...PLAIN, type: 'stream', to: [id] }],
    });
    expect(failure(answer)).toEqual([400, 'BAD_REQUEST']);
  });

  it('are limited in number', async () => {
    await create(...Array.from({ length: 1000 }, () => PLAIN));
    expect(failure(await member.client.post('drafts', { drafts: [PLAIN] }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  });

  it('that do not exist, or of other users, are not found', async () => {
    const [id] = await create(PLAIN);
    for (const path of [`drafts/${id}`, 'drafts/2147483647']) {
      expect(failure(await other.client.patch(path, { draft: PLAIN }))).toEqual([
        404,
        'BAD_REQUEST',
      ]);
      expect(failure(await other.client.delete(path))).toEqual([404, 'BAD_REQUEST']);
    }
    expect(await list()).toHaveLength(1);
  });

  it('are deleted, and refused, when their synchronization is turned off', async () => {
    const [id] = await create(PLAIN);
    await member.client.expect('PATCH', 'settings', { enable_drafts_synchronization: false });
    const answers = [
      await member.client.get('drafts'),
      await member.client.post('drafts', { drafts: [PLAIN] }),
      await member.client.patch(`drafts/${id}`, { draft: PLAIN }),
      await member.client.delete(`drafts/${id}`),
    ];
    expect(answers.map(failure)).toEqual(answers.map(() => [400, 'BAD_REQUEST']));
    await member.client.expect('PATCH', 'settings', { enable_drafts_synchronization: true });
    expect(await list()).toEqual([]);
  });

  it('remain when their channel becomes inaccessible', async () => {
    const channel = await createChannel(other, [member], { invite_only: true });
    const channelId = channel.id;
    const [id] = await create({ ...PLAIN, type: 'stream', to: [channelId], topic: 'plans' });
    await member.client.expect('DELETE', 'users/me/subscriptions', {
      subscriptions: [channel.name],
    });
    expect(await list()).toMatchObject([{ id, to: [channelId] }]);
  });
});

describe('events of drafts', () => {
  it('update the state of the clients of the user only', async () => {
    const [kept, changed] = await create(PLAIN, { ...PLAIN, timestamp: 1_500_000_000 });
    const guest = await createUser(test, realm, { role: Role.Guest });
    const observers = observersOf(realm, { member, guest });
    const seen = await verifyEvents(test, observers, async () => {
      await create({ ...PLAIN, timestamp: 1_650_000_000 }, { ...PLAIN, content: 'more' });
      await member.client.expect('PATCH', `drafts/${changed}`, {
        draft: { ...PLAIN, content: 'changed', timestamp: 1_800_000_000 },
      });
      await member.client.expect('DELETE', `drafts/${kept}`);
    });
    expect(seen.get('member')!.map(({ op }) => op)).toEqual(['add', 'update', 'remove']);
    expect(seen.get('guest')).toEqual([]);
  });

  it('are not sent when the synchronization is turned off, which deletes all drafts', async () => {
    await create(PLAIN, PLAIN);
    const seen = await verifyEvents(test, observersOf(realm, { member }), () =>
      member.client.expect('PATCH', 'settings', { enable_drafts_synchronization: false }),
    );
    expect(seen.get('member')!.map(({ type }) => type)).toEqual(['user_settings']);
  });
});
