// Every change of a user group is published to all users in the form of each client, and the events
// lead to the registered state.
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Parameters } from './client.js';
import { TestQueue } from './event-queue.js';
import { createUser, sendToStream, type TestUser, unique } from './factories.js';
import { createScene } from './scene.js';
import {
  type Observer,
  observersOf,
  observersOfCapabilities,
  verifyEvents,
} from './verify-events.js';

const test = await sharedTestApp();
const { realm, owner, member, guest } = await createScene(test, {
  member: {},
  guest: { role: Role.Guest },
});
const observers = [
  ...observersOf(realm, { owner, member, guest }),
  ...observersOfCapabilities(realm, member).filter(({ name }) => name.includes('groups')),
];
const system = await test.app.get(GroupMembership).systemGroupIds(realm.realmId);

interface Seen {
  /** With clients with and without support for deactivated groups. */
  capable: string[];
  plain: string[];
}

/** Runs an operation and returns its kinds of events about groups, the same for all users. */
async function verifyChange(change: () => Promise<unknown>): Promise<Seen> {
  const seen = await verifyEvents(test, observers, change);
  const kinds = { capable: new Set<string>(), plain: new Set<string>() };
  for (const [name, events] of seen) {
    const isPlain = name.includes('old client') || name.includes('include_deactivated_groups');
    const groups = events.filter(({ type }) => type === 'user_group').map(({ op }) => op);
    kinds[isPlain ? 'plain' : 'capable'].add(JSON.stringify(groups));
  }
  const only = (lists: Set<string>): string[] => {
    expect([...lists]).toHaveLength(1);
    return JSON.parse([...lists][0]!) as string[];
  };
  return { capable: only(kinds.capable), plain: only(kinds.plain) };
}

function post(path: string, parameters: Parameters = {}): Promise<unknown> {
  return owner.client.expect('POST', `user_groups/${path}`, parameters);
}

function patch(id: number, parameters: Parameters): Promise<unknown> {
  return owner.client.expect('PATCH', `user_groups/${id}`, parameters);
}

async function make(parameters: Parameters = {}): Promise<number> {
  const body = await owner.client.expect('POST', 'user_groups/create', {
    name: unique('group'),
    description: '',
    members: [],
    ...parameters,
  });
  return body['group_id'] as number;
}

const both = (...kinds: string[]): Seen => ({ capable: kinds, plain: kinds });

describe('all users receive events', () => {
  it('of a new group, with all its fields', async () => {
    const inner = await make();
    const seen = await verifyChange(() =>
      make({ members: [guest.userId, member.userId], subgroups: [inner], can_join_group: inner }),
    );
    expect(seen).toEqual(both('add'));
  });

  it('with all changes of an edit, in one event', async () => {
    const id = await make();
    const name = unique('renamed');
    const edit = {
      name,
      description: 'New',
      can_join_group: { new: { direct_members: [], direct_subgroups: [system['role:members']] } },
      can_leave_group: { new: system['role:everyone'] },
    };
    const queue = await TestQueue.register(guest.client, { event_types: ['user_group'] });
    expect(await verifyChange(() => patch(id, edit))).toEqual(both('update'));
    expect(await queue.all()).toMatchObject([
      { group_id: id, data: { name, description: 'New', can_join_group: system['role:members'] } },
    ]);
    expect(await verifyChange(() => patch(id, edit))).toEqual(both());
    expect(await verifyChange(() => patch(id, { deactivated: false }))).toEqual(both());
    expect(await verifyChange(() => patch(id, { deactivated: true }))).toEqual(both());
  });

  it('of added and removed members and subgroups', async () => {
    const inner = await make();
    const id = await make({ members: [owner.userId] });
    const fill = {
      add: [guest.userId, member.userId],
      add_subgroups: [system['role:nobody'], inner],
    };
    expect(await verifyChange(() => post(`${id}/members`, fill))).toEqual(
      both('add_members', 'add_subgroups'),
    );
    const empty = { delete: [owner.userId, guest.userId], delete_subgroups: [inner] };
    expect(await verifyChange(() => post(`${id}/members`, empty))).toEqual(
      both('remove_members', 'remove_subgroups'),
    );
    const swap = { add: [inner], delete: [system['role:nobody']] };
    expect(await verifyChange(() => post(`${id}/subgroups`, swap))).toEqual(
      both('add_subgroups', 'remove_subgroups'),
    );
  });

  it('of the system groups of a new user', async () => {
    expect(await verifyChange(() => createUser(test, realm))).toEqual(
      both('add_members', 'add_members'),
    );
  });

  it('not of refused requests', async () => {
    const id = await make({ members: [member.userId] });
    const refused = async (): Promise<void> => {
      const { status } = await owner.client.post(`user_groups/${id}/members`, {
        add: [guest.userId],
        delete: [owner.userId],
      });
      expect(status).toBe(400);
    };
    expect(await verifyChange(refused)).toEqual(both());
  });
});

describe('a deactivated group', () => {
  it('is removed for clients that do not support deactivated groups, and returns with its changes', async () => {
    const id = await make({ members: [member.userId] });
    const inner = await make();
    expect(await verifyChange(() => post(`${id}/deactivate`))).toEqual({
      capable: ['update'],
      plain: ['remove'],
    });
    const name = unique('sleeping');
    expect(await verifyChange(() => patch(id, { name }))).toEqual({
      capable: ['update'],
      plain: [],
    });
    const change = { add: [guest.userId], delete: [member.userId], add_subgroups: [inner] };
    expect(await verifyChange(() => post(`${id}/members`, change))).toEqual({
      capable: ['add_members', 'remove_members', 'add_subgroups'],
      plain: [],
    });
    const back = { deactivated: false, can_join_group: { new: system['role:members'] } };
    expect(await verifyChange(() => patch(id, back))).toEqual({
      capable: ['update'],
      plain: ['add'],
    });
  });

  it('returns with members who are added at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await make();
      await post(`${id}/deactivate`);
      await verifyChange(() =>
        Promise.all([
          patch(id, { deactivated: false }),
          post(`${id}/members`, { add: [member.userId] }),
        ]),
      );
    }
  });
});

describe('private channels that are open to a group', () => {
  const PERMISSIONS = [
    'can_administer_channel_group',
    'can_add_subscribers_group',
    'can_subscribe_group',
  ] as const;
  /** A bot of a subscribed user, with access to the metadata of the channel. */
  let bot: TestUser;
  let reader: TestUser;
  let group: number;
  let onlookers: Observer[];

  beforeAll(async () => {
    reader = await createUser(test, realm);
    bot = await createUser(test, realm, { bot: { type: 1, ownerId: reader.userId } });
    onlookers = [...observers, ...observersOf(realm, { reader, bot })];
    // The lists of subscribers in any channel show the capability of the client.
    await channelFor({}, { invite_only: false });
  });

  beforeEach(async () => {
    group = await make();
  });

  async function channelFor(permissions: Parameters, settings: Parameters = {}): Promise<number> {
    const { id } = await owner.client.expect('POST', 'channels/create', {
      name: unique('channel'),
      subscribers: [owner.userId, reader.userId],
      invite_only: true,
      ...permissions,
      ...settings,
    });
    return id as number;
  }

  /** The events that each kind of user receives: of groups, then of channels. */
  async function received(change: () => Promise<unknown>): Promise<Record<string, string[]>> {
    const seen = await verifyEvents(test, onlookers, change);
    return Object.fromEntries(
      ['owner', 'member', 'guest', 'reader', 'bot'].map((name) => [
        name,
        seen.get(name)!.map(({ type, op }) => `${type}/${op}`),
      ]),
    );
  }

  function alike(...kinds: string[]): Record<string, string[]> {
    const names = ['owner', 'member', 'guest', 'reader', 'bot'];
    return Object.fromEntries(names.map((name) => [name, kinds]));
  }

  const everyone = (): number[] => [owner, member, guest, reader, bot].map(({ userId }) => userId);

  it.each(PERMISSIONS)(
    'are published by %s to new members of the group, and hidden from former ones',
    async (name) => {
      await channelFor({ [name]: group });
      expect(await received(() => post(`${group}/members`, { add: everyone() }))).toEqual({
        ...alike('user_group/add_members'),
        member: ['user_group/add_members', 'stream/create', 'subscription/peer_add'],
      });
      expect(await received(() => post(`${group}/members`, { delete: everyone() }))).toEqual({
        ...alike('user_group/remove_members'),
        member: ['user_group/remove_members', 'stream/delete'],
      });
    },
  );

  it('are published to members of nested groups, and by a set of users and groups', async () => {
    const outer = await make();
    const middle = await make({ subgroups: [group] });
    await channelFor({
      can_subscribe_group: { direct_members: [guest.userId], direct_subgroups: [outer] },
    });
    await post(`${group}/members`, { add: [member.userId] });
    expect(await received(() => post(`${outer}/subgroups`, { add: [middle] }))).toEqual({
      ...alike('user_group/add_subgroups'),
      member: ['user_group/add_subgroups', 'stream/create', 'subscription/peer_add'],
    });
    expect(await received(() => post(`${group}/members`, { delete: [member.userId] }))).toEqual({
      ...alike('user_group/remove_members'),
      member: ['user_group/remove_members', 'stream/delete'],
    });
    await post(`${group}/members`, { add: [member.userId] });
    expect(await received(() => post(`${outer}/subgroups`, { delete: [middle] }))).toEqual({
      ...alike('user_group/remove_subgroups'),
      member: ['user_group/remove_subgroups', 'stream/delete'],
    });
  });

  it('are published by system groups inside the group to users of these roles', async () => {
    await channelFor({ can_administer_channel_group: group });
    const add = { add: [system['role:everyone']] };
    expect(await received(() => post(`${group}/subgroups`, add))).toMatchObject({
      ...alike('user_group/add_subgroups'),
      member: ['user_group/add_subgroups', 'stream/create', 'subscription/peer_add'],
    });
  });

  it('do not change for users with other access', async () => {
    const other = await make({ members: [member.userId] });
    await channelFor({ can_subscribe_group: group, can_administer_channel_group: other });
    expect(await received(() => post(`${group}/members`, { add: [member.userId] }))).toEqual(
      alike('user_group/add_members'),
    );
    const swap = { add: [guest.userId], delete: [member.userId] };
    expect(await received(() => post(`${group}/members`, swap))).toEqual(
      alike('user_group/add_members', 'user_group/remove_members'),
    );
  });

  it('are shown and hidden in one event', async () => {
    for (const permission of PERMISSIONS) await channelFor({ [permission]: group });
    const archived = await channelFor({ can_subscribe_group: group });
    await owner.client.expect('DELETE', `streams/${archived}`);
    const add = await received(() => post(`${group}/members`, { add: [member.userId] }));
    expect(add['member']!.filter((kind) => kind === 'stream/create')).toHaveLength(4);
    const { member: seen } = await received(() =>
      post(`${group}/members`, { delete: [member.userId] }),
    );
    expect(seen!.filter((kind) => kind === 'stream/delete')).toHaveLength(4);
  });

  it('are published once to a user who joins through two groups at the same moment', async () => {
    const other = await make();
    await channelFor({ can_subscribe_group: group, can_add_subscribers_group: other });
    const ids = [group, other];
    const changeBoth = (change: Parameters) => (): Promise<unknown> =>
      Promise.all(ids.map((id) => post(`${id}/members`, change)));
    const { member: shown } = await received(changeBoth({ add: [member.userId] }));
    expect(shown!.filter((kind) => kind === 'stream/create')).toHaveLength(1);
    const { member: hidden } = await received(changeBoth({ delete: [member.userId] }));
    expect(hidden!.filter((kind) => kind === 'stream/delete')).toHaveLength(1);
  });

  it('leave no unread messages for users who lose access', async () => {
    const id = await channelFor({ can_subscribe_group: group });
    await post(`${group}/members`, { add: [member.userId] });
    await member.client.expect('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: await nameOf(id) }],
    });
    await sendToStream(owner, id, 'topic', 'unread');
    await member.client.expect('DELETE', 'users/me/subscriptions', {
      subscriptions: [await nameOf(id)],
    });
    expect(await received(() => post(`${group}/members`, { delete: [member.userId] }))).toEqual({
      ...alike('user_group/remove_members'),
      // Unsubscribing has marked the message as read.
      member: ['user_group/remove_members', 'stream/delete'],
    });
  });

  async function nameOf(id: number): Promise<string> {
    const { stream } = await owner.client.expect('GET', `streams/${id}`);
    return (stream as { name: string }).name;
  }
});
