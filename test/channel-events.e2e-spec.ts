// Events of each change of a channel and of subscription settings, applied to the registered state of
// each concerned user and kind of client (see verify-events.ts).
import { beforeAll, describe, expect, it } from '@jest/globals';
import { StreamActivityService } from '#modules/streams/streams/stream-activity.service.js';
import { Role } from '#platform/http/actor.js';
import {
  bystander,
  changed,
  create,
  groups,
  guest,
  made,
  member,
  openScene,
  owner,
  realm,
  test,
} from './channel-scene.js';
import type { Parameters } from './client.js';
import { runJobs } from './run-jobs.js';
import { createUser, sendToStream, type TestUser, unique } from './factories.js';
import {
  type Observer,
  observersOf,
  observersOfCapabilities,
  verifyEvents,
} from './verify-events.js';

/** A guest who is subscribed. */
let inside: TestUser;
let observers: Observer[];
let selective: Observer[];

beforeAll(async () => {
  await openScene();
  inside = await createUser(test, realm, { role: Role.Guest });
  // The lists of subscribers in any channel show the capability of the client.
  await made(owner, { is_web_public: true });
  observers = observersOf(realm, { owner, member, bystander, guest, inside });
  selective = observersOfCapabilities(realm, member);
});

async function verify(act: () => Promise<unknown>, more: Observer[] = []): Promise<void> {
  const seen = await verifyEvents(test, [...observers, ...more], act);
  expect([...seen.values()].flat().length).toBeGreaterThan(0);
}

/** A channel of the owner, with the member and a guest in it, and a message. */
async function channel(parameters: Parameters = {}): Promise<number> {
  const id = await made(owner, {
    subscribers: [owner.userId, member.userId, inside.userId],
    ...parameters,
  });
  await sendToStream(owner, id, '', 'First');
  return id;
}

async function newFolder(): Promise<number> {
  const body = await owner.client.expect('POST', 'channel_folders/create', {
    name: unique('folder'),
  });
  return body['channel_folder_id'] as number;
}

describe('creating a channel', () => {
  it.each<[string, Parameters]>([
    ['public', {}],
    ['private', { invite_only: true }],
    ['web-public', { is_web_public: true }],
    ['default', { is_default_stream: true }],
    ['without subscribers', { subscribers: [] }],
    ['private, without subscribers', { invite_only: true, subscribers: [] }],
  ])('that is %s', async (kind, parameters) => {
    const subscribers = [owner.userId, member.userId, inside.userId];
    const more = kind === 'public' ? selective : [];
    await verify(() => create(owner, { subscribers, ...parameters }), more);
  });

  it('with several others, each with a first message and an announcement', async () => {
    const subscriptions = [{ name: unique('several') }, { name: unique('several') }];
    const principals = [member.userId, inside.userId];
    await verify(() =>
      owner.client.expect('POST', 'users/me/subscriptions', { subscriptions, principals }),
    );
  });
});

describe('changing a channel', () => {
  it.each<[string, () => Parameters | Promise<Parameters>]>([
    ['name', () => ({ new_name: unique('renamed') })],
    ['description', () => ({ description: 'About **this**' })],
    ['retention', () => ({ message_retention_days: 'unlimited' })],
    ['topics', () => ({ topics_policy: 'allow_empty_topic' })],
    ['folder', async () => ({ folder_id: await newFolder() })],
    ['place among the default channels', () => ({ is_default_stream: true })],
    ['posting', () => ({ can_send_message_group: { new: groups['role:administrators'] } })],
    ['administrators', () => ({ can_administer_channel_group: { new: groups['role:members'] } })],
    [
      'name, kind and posting at once',
      () => ({
        new_name: unique('all'),
        is_private: true,
        can_send_message_group: { new: groups['role:moderators'] },
      }),
    ],
  ])('its %s', async (_what, parameters) => {
    const id = await channel();
    const change = await parameters();
    await verify(() => changed(owner, id, change));
  });
});

describe('changing the privacy of a channel', () => {
  const KINDS: Record<string, Parameters> = {
    public: { is_private: false, is_web_public: false },
    'private with shared history': {
      is_private: true,
      is_web_public: false,
      history_public_to_subscribers: true,
    },
    'private with protected history': {
      is_private: true,
      is_web_public: false,
      history_public_to_subscribers: false,
    },
    'web-public': { is_private: false, is_web_public: true },
  };

  it.each(
    Object.keys(KINDS).flatMap((from) =>
      Object.keys(KINDS)
        .filter((to) => to !== from)
        .map((to) => [from, to] as const),
    ),
  )('%s to %s', async (from, to) => {
    const id = await channel();
    if (from !== 'public') await changed(owner, id, KINDS[from]!);
    await verify(() => changed(owner, id, KINDS[to]!));
  });

  it.each(['can_administer_channel_group', 'can_add_subscribers_group', 'can_subscribe_group'])(
    'by %s',
    async (permission) => {
      const id = await channel({ invite_only: true });
      await verify(() => changed(owner, id, { [permission]: { new: groups['role:members'] } }));
      const noOne = { direct_members: [], direct_subgroups: [] };
      await verify(() => changed(owner, id, { [permission]: { new: noOne } }));
    },
  );
});

describe('messages of a channel that becomes inaccessible are marked as read', () => {
  const PRIVATE = { invite_only: true, history_public_to_subscribers: true };

  /** The member and the guest have three unread messages in it, including the one about its creation. */
  async function unreadIn(parameters: Parameters): Promise<[id: number, name: string]> {
    const name = unique('unread');
    const id = await channel({ name, ...parameters });
    await sendToStream(owner, id, 'topic', 'Second');
    return [id, name];
  }

  /** Returns the observers that received read flags, and how many. */
  async function markedRead(act: () => Promise<unknown>): Promise<Record<string, number>> {
    const seen = await verifyEvents(test, observers, act);
    const marked: Record<string, number> = {};
    for (const [name, events] of seen) {
      for (const event of events.filter(({ type }) => type === 'update_message_flags')) {
        expect(event).toMatchObject({ op: 'add', flag: 'read', all: false });
        marked[name] = (marked[name] ?? 0) + (event['messages'] as number[]).length;
      }
    }
    return marked;
  }

  const both = (name: string, count: number): Record<string, number> => ({
    [name]: count,
    [`${name} with an old client`]: count,
  });

  function leave(name: string, people: TestUser[]): Promise<unknown> {
    return owner.client.expect('DELETE', 'users/me/subscriptions', {
      subscriptions: [name],
      principals: people.map(({ userId }) => userId),
    });
  }

  it('after leaving it, if it is private', async () => {
    const [id, name] = await unreadIn(PRIVATE);
    await sendToStream(owner, id, 'another', 'Third');
    expect(await markedRead(() => leave(name, [member, inside]))).toEqual({
      ...both('member', 4),
      ...both('inside', 4),
    });
  });

  it.each([
    ['public', () => ({}), () => ({ is_private: true })],
    ['web-public', () => ({ is_web_public: true }), () => ({ is_web_public: false })],
    [
      'private but open to members',
      () => ({ ...PRIVATE, can_subscribe_group: groups['role:members'] }),
      () => ({ can_subscribe_group: { new: groups['role:nobody'] } }),
    ],
  ])('after leaving it, also if it is %s', async (_kind, settings, closed) => {
    const [id, name] = await unreadIn(settings());
    expect(await markedRead(() => leave(name, [member, inside]))).toEqual({
      ...both('member', 3),
      ...both('inside', 3),
    });
    expect(await markedRead(() => changed(owner, id, closed()))).toEqual({});
  });
});

describe('archiving a channel', () => {
  it.each<[string, Parameters]>([
    ['public', {}],
    ['private', { invite_only: true }],
    ['web-public', { is_web_public: true }],
    ['default', { is_default_stream: true }],
    ['without subscribers', { subscribers: [] }],
  ])('that is %s, changing and unarchiving it', async (kind, parameters) => {
    const id = await made(owner, {
      subscribers: [owner.userId, member.userId, inside.userId],
      ...parameters,
    });
    const more = kind === 'public' ? selective : [];
    await verify(() => owner.client.expect('DELETE', `streams/${id}`), more);
    await verify(() => changed(owner, id, { description: 'While it was away' }));
    await verify(() => changed(owner, id, { is_archived: false }), more);
  });

  it.each([{}, { invite_only: true }, { is_web_public: true }])(
    'that the user has left, if it is %j',
    async (kind) => {
      const name = unique('left');
      const id = await channel({ ...kind, name });
      const subscriptions = [name];
      await member.client.expect('DELETE', 'users/me/subscriptions', { subscriptions });
      await inside.client.expect('DELETE', 'users/me/subscriptions', { subscriptions });
      await verify(() => owner.client.expect('DELETE', `streams/${id}`));
      await verify(() =>
        changed(owner, id, {
          is_private: false,
          can_subscribe_group: { new: groups['role:members'] },
        }),
      );
      await verify(() => changed(owner, id, { is_archived: false }));
    },
  );

  it('and its later changes, without events for clients that do not support archived channels', async () => {
    const name = unique('archived');
    const id = await channel({ name });
    await member.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    await owner.client.expect('POST', 'users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [member.userId],
    });
    await owner.client.expect('DELETE', `streams/${id}`);
    // The jobs run after the requests.
    test.clock.skipSleep();
    const seen = await verifyEvents(test, observers, async () => {
      // Its first message is deleted, then the next one.
      for (const topic of ['', 'channel events']) {
        await owner.client.expect('POST', `streams/${id}/delete_topic`, { topic_name: topic });
      }
      await runJobs(test.app);
      const own = `users/me/subscriptions/${id}`;
      await member.client.expect('PATCH', own, { property: 'color', value: '#abcdef' });
      await owner.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
      await member.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    });
    const about = (observer: string): string[] =>
      seen
        .get(observer)!
        .filter(({ type }) => type === 'stream' || type === 'subscription')
        .map(({ op, property }) => [op, property].filter(Boolean).join(' '));
    expect(about('member')).toEqual(
      expect.arrayContaining(['update first_message_id', 'update color', 'remove', 'peer_remove']),
    );
    expect(about('member with an old client')).toEqual([]);
    expect(about('bystander with an old client')).toEqual([]);
  });

  it('that becomes public while it is archived', async () => {
    const id = await channel({ invite_only: true });
    await owner.client.expect('DELETE', `streams/${id}`);
    await verify(() =>
      changed(owner, id, { can_subscribe_group: { new: groups['role:members'] } }),
    );
    await verify(() => changed(owner, id, { is_archived: false, new_name: unique('back') }));
  });
});

it('default channels', async () => {
  const id = await channel();
  await verify(() => owner.client.expect('POST', 'default_streams', { stream_id: id }));
  await verify(() => owner.client.expect('DELETE', 'default_streams', { stream_id: id }));
});

describe('own settings', () => {
  it.each<[string, unknown]>([
    ['color', '#123abc'],
    ['is_muted', true],
    ['in_home_view', false],
    ['pin_to_top', true],
    ['desktop_notifications', false],
    ['audible_notifications', false],
    ['push_notifications', true],
    ['email_notifications', true],
    ['wildcard_mentions_notify', false],
  ])('%s', async (property, value) => {
    const id = await channel();
    await verify(
      () => member.client.expect('PATCH', `users/me/subscriptions/${id}`, { property, value }),
      property === 'push_notifications' ? selective : [],
    );
  });

  it('subscribing and unsubscribing in one request', async () => {
    const [left, joined] = [unique('left'), unique('joined')];
    await made(member, { name: left });
    await made(owner, { name: joined });
    await verify(() =>
      member.client.expect('PATCH', 'users/me/subscriptions', {
        add: [{ name: joined }, { name: unique('new') }],
        delete: [left],
      }),
    );
  });
});

it('activity', async () => {
  await channel({ invite_only: true });
  test.clock.advance(200 * 24 * 3600);
  await verify(() => test.app.get(StreamActivityService).refresh(realm.realmId));
});
