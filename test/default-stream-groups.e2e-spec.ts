// Sets of channels for new users: their administration, their events, and the choice on the pages.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { Browser } from './browser.js';
import type { Answer } from './client.js';
import {
  changeRealmSettings,
  createChannel,
  createUser,
  type TestUser,
  unique,
} from './factories.js';
import { PASSWORD } from './invitation-scene.js';
import { createScene, type Scene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

interface Group {
  id: number;
  name: string;
  description: string;
  streams: number[];
}

let scene: Scene<'member' | 'guest'>;
let owner: TestUser;
let art: { id: number; name: string };
let music: { id: number; name: string };

async function groups(user = owner): Promise<Group[]> {
  const body = await user.client.expect('POST', 'register', {
    fetch_event_types: ['default_stream_groups'],
  });
  return body['realm_default_stream_groups'] as Group[];
}

async function create(name: string, channels = [art], description = 'All of it'): Promise<Group> {
  const stream_names = channels.map((channel) => channel.name);
  await owner.client.expect('POST', 'default_stream_groups/create', {
    group_name: name,
    description,
    stream_names,
  });
  return (await groups()).find((group) => group.name === name)!;
}

beforeEach(async () => {
  scene = await createScene(test, { member: {}, guest: { role: Role.Guest } });
  ({ owner } = scene);
  art = await createChannel(owner, []);
  music = await createChannel(owner, []);
});

describe('a default channel group', () => {
  it('is in the state of all users except guests', async () => {
    const group = await create('Culture', [music, art]);
    const streams = [art.id, music.id].toSorted((a, b) => a - b);
    expect(group).toEqual({ id: group.id, name: 'Culture', description: 'All of it', streams });
    expect(await groups(scene.member)).toEqual([group]);
    expect(await groups(scene.guest)).toEqual([]);
  });

  it('publishes every change', async () => {
    const { realm, member, guest } = scene;
    const observers = observersOf(realm, { owner, member, guest });
    const verify = async (act: () => Promise<unknown>): Promise<void> => {
      const seen = await verifyEvents(test, observers, act);
      const types = [...seen.values()].flat().map(({ type }) => type);
      expect(types.filter((type) => type === 'default_stream_groups')).toHaveLength(4);
    };
    await verify(() => create('Culture'));
    const [{ id } = { id: 0 }] = await groups();
    const path = `default_stream_groups/${id}`;
    const stream_names = [music.name];
    await verify(() => owner.client.expect('PATCH', path, { new_group_name: 'Arts' }));
    await verify(() => owner.client.expect('PATCH', path, { new_description: '' }));
    await verify(() =>
      owner.client.expect('PATCH', `${path}/streams`, { op: 'add', stream_names }),
    );
    await verify(() =>
      owner.client.expect('PATCH', `${path}/streams`, { op: 'remove', stream_names }),
    );
    await verify(() => owner.client.expect('DELETE', `streams/${art.id}`));
    expect(await groups()).toEqual([{ id, name: 'Arts', description: '', streams: [] }]);
    await verify(() => owner.client.expect('DELETE', path));
    expect(await groups()).toEqual([]);
  });

  it('loses a channel that becomes private', async () => {
    const { realm, member } = scene;
    await create('Culture', [art, music]);
    await verifyEvents(test, observersOf(realm, { owner, member }), () =>
      owner.client.expect('PATCH', `streams/${art.id}`, { is_private: true }),
    );
    expect(await groups()).toMatchObject([{ streams: [music.id] }]);
  });

  it('reaches users who are no longer guests, and leaves those who become guests', async () => {
    const { realm, member, guest } = scene;
    await create('Culture');
    // The list of subscribers in any channel shows the capability of the client.
    await changeRealmSettings(test, realm, { enable_spectator_access: true });
    await createChannel(owner, [], { is_web_public: true });
    await verifyEvents(test, observersOf(realm, { member, guest }), async () => {
      await owner.client.expect('PATCH', `users/${member.userId}`, { role: Role.Guest });
      await owner.client.expect('PATCH', `users/${guest.userId}`, { role: Role.Member });
    });
  });
});

describe('is refused:', () => {
  const post = (fields: Record<string, unknown>): Promise<Answer> =>
    owner.client.post('default_stream_groups/create', {
      group_name: unique('Group'),
      description: '',
      stream_names: [],
      ...fields,
    });
  const BAD = [400, 'BAD_REQUEST'];

  it.each([
    ['an empty name', { group_name: '  ' }],
    ['a long name', { group_name: 'x'.repeat(61) }],
    ['a hidden character', { group_name: 'a\u202eb' }],
    ['a name in use', { group_name: 'cULTURE' }],
    ['a long description', { description: 'x'.repeat(1025) }],
    ['an unknown channel', { stream_names: ['nowhere'] }],
  ])('%s', async (_what, fields) => {
    await create('Culture');
    const { status, body } = await post(fields);
    expect([status, body['code']]).toEqual(BAD);
    expect(await groups()).toHaveLength(1);
  });

  it('a private, an archived and a default channel', async () => {
    const hidden = await createChannel(owner, [], { invite_only: true });
    const archived = await createChannel(owner, []);
    await owner.client.expect('DELETE', `streams/${archived.id}`);
    await owner.client.expect('POST', 'default_streams', { stream_id: music.id });
    const group = await create('Culture');
    for (const { name } of [hidden, archived, music]) {
      const answers = [
        await post({ stream_names: [name] }),
        await owner.client.patch(`default_stream_groups/${group.id}/streams`, {
          op: 'add',
          stream_names: [name],
        }),
      ];
      expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([BAD, BAD]);
    }
  });

  it('changes that change nothing', async () => {
    const { id } = await create('Culture');
    const other = await create('Other');
    const path = `default_stream_groups/${id}`;
    const attempts: [string, Record<string, unknown>][] = [
      [path, {}],
      [path, { new_group_name: 'OTHER' }],
      [`${path}/streams`, { op: 'add', stream_names: [art.name] }],
      [`${path}/streams`, { op: 'remove', stream_names: [music.name] }],
      [`${path}/streams`, { op: 'replace', stream_names: [] }],
      [`default_stream_groups/${other.id + 1000}`, { new_description: '' }],
    ];
    for (const [target, fields] of attempts) {
      const { status, body } = await owner.client.patch(target, fields);
      expect([target, status, body['code']]).toEqual([target, ...BAD]);
    }
  });

  it('everything to users without the right', async () => {
    const { id } = await create('Culture');
    const { client } = await createUser(test, scene.realm, { role: Role.Moderator });
    const fields = { group_name: 'New', description: '', stream_names: [] };
    const answers = [
      await client.post('default_stream_groups/create', fields),
      await client.patch(`default_stream_groups/${id}`, { new_group_name: 'New' }),
      await client.patch(`default_stream_groups/${id}/streams`, { op: 'add', stream_names: [] }),
      await client.delete(`default_stream_groups/${id}`),
    ];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([BAD, BAD, BAD, BAD]);
  });
});

describe('new users', () => {
  const form = { full_name: 'Sample Joiner', password: PASSWORD };

  async function channelsOf(email: string): Promise<number[]> {
    const { user_id: id } = (await owner.client.expect('GET', `users/${email}`))['user'] as {
      user_id: number;
    };
    const ids: number[] = [];
    for (const channel of [art, music]) {
      const path = `users/${id}/subscriptions/${channel.id}`;
      const body = await owner.client.expect('GET', path);
      if (body['is_subscribed']) ids.push(channel.id);
    }
    return ids;
  }

  it('choose groups on the sign-up page', async () => {
    const { realm } = scene;
    await changeRealmSettings(test, realm, { invite_required: false });
    const first = await create('Culture <art>');
    const second = await create('Concerts', [music]);
    const browser = new Browser(test.port, realm.host);
    const PATH = '/accounts/register';
    const { text } = await browser.get(PATH);
    expect(text).toContain('Culture &lt;art&gt;');
    const rejected = await browser.submit(PATH, {
      ...form,
      email: `${unique('new')}@example.com`,
      password: 'x',
      default_stream_group: String(second.id),
    });
    expect(rejected.text).toMatch(new RegExp(`value="${second.id}" checked`));
    expect(rejected.text).not.toMatch(new RegExp(`value="${first.id}" checked`));
    for (const [chosen, channels] of [
      [[first.id], [art.id]],
      [
        [first.id, second.id, 2_000_000],
        [art.id, music.id],
      ],
      [[], []],
    ] as const) {
      const email = `${unique('new')}@example.com`;
      const body = new URLSearchParams({ ...form, email });
      for (const id of chosen) body.append('default_stream_group', String(id));
      const done = await new Browser(test.port, realm.host).submit(PATH, body);
      expect(done.status).toBe(200);
      expect(await channelsOf(email)).toEqual(channels);
    }
  });

  it('choose groups on the page of an invitation, unless they are guests', async () => {
    const { realm } = scene;
    const group = await create('Culture');
    for (const role of [Role.Member, Role.Guest]) {
      const body = await owner.client.expect('POST', 'invites/multiuse', { invite_as: role });
      const { pathname } = new URL(body['invite_link'] as string);
      const browser = new Browser(test.port, realm.host);
      const { text } = await browser.get(pathname);
      expect(text.includes('Culture')).toBe(role === Role.Member);
      const email = `${unique('new')}@example.com`;
      const done = await browser.submit(pathname, {
        ...form,
        email,
        default_stream_group: String(group.id),
      });
      expect(done.status).toBe(200);
      expect(await channelsOf(email)).toEqual(role === Role.Member ? [art.id] : []);
    }
  });
});
