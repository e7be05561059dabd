// Permissions of user groups: the result of every operation for every permission and role.
import { describe, expect, it } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import {
  changeRealmSettings,
  createRealm,
  createUser,
  type TestUser,
  unique,
} from './factories.js';
import { createScene } from './scene.js';

const test = await sharedTestApp();
const { realm, outsider, insider } = await createScene(test, { outsider: {}, insider: {} });
const system = await test.app.get(GroupMembership).systemGroupIds(realm.realmId);
const innerGroup = await create(realm.owner);
const otherGroup = await create(realm.owner);
const people: Record<string, TestUser> = { owner: realm.owner };
for (const name of ['creator', 'manager', 'adder', 'remover', 'joiner', 'leaver', 'member']) {
  people[name] = await createUser(test, realm);
}
people['administrator'] = await createUser(test, realm, { role: Role.Administrator });
people['guest'] = await createUser(test, realm, { role: Role.Guest });
people['chosen guest'] = await createUser(test, realm, { role: Role.Guest });
const owned = { type: 1, ownerId: realm.owner.userId };
people['bot'] = await createUser(test, realm, { bot: owned });
people['managing bot'] = await createUser(test, realm, { bot: owned });
people['foreigner'] = (await createRealm(test)).owner;

function id(name: string): number {
  return people[name]!.userId;
}

function only(...names: string[]): object {
  return { direct_members: names.map(id), direct_subgroups: [] };
}

async function create(user: TestUser, parameters: object = {}): Promise<number> {
  const { group_id: groupId } = await user.client.expect('POST', 'user_groups/create', {
    name: unique('group'),
    description: '',
    members: [],
    ...parameters,
  });
  return groupId as number;
}

/** A group whose permissions have one holder each; the actor is a member for the operation leave. */
async function subject(actor: TestUser, { actorInside = false } = {}): Promise<number> {
  const isForeign = actor === people['foreigner'];
  return create(people['creator']!, {
    members: [insider.userId, ...(actorInside && !isForeign ? [actor.userId] : [])],
    subgroups: [innerGroup],
    can_manage_group: only('creator', 'manager', 'managing bot', 'chosen guest'),
    can_add_members_group: only('adder', 'chosen guest'),
    can_remove_members_group: only('remover', 'chosen guest'),
    can_join_group: only('joiner', 'chosen guest'),
    can_leave_group: only('leaver', 'chosen guest'),
    can_mention_group: system['role:everyone'],
  });
}

type Operation = (actor: TestUser) => Promise<Answer>;

const change =
  (what: (actor: TestUser) => Parameters, actorInside = false): Operation =>
  async (actor) => {
    const groupId = await subject(actor, { actorInside });
    return actor.client.post(`user_groups/${groupId}/members`, what(actor));
  };

const OPERATIONS: Record<string, Operation> = {
  rename: async (actor) => {
    const groupId = await subject(actor);
    return actor.client.patch(`user_groups/${groupId}`, { name: unique('name') });
  },
  'give a permission': async (actor) => {
    const groupId = await subject(actor);
    const update = { new: system['role:nobody'] };
    return actor.client.patch(`user_groups/${groupId}`, { can_mention_group: update });
  },
  deactivate: async (actor) => {
    const groupId = await subject(actor);
    return actor.client.post(`user_groups/${groupId}/deactivate`);
  },
  reactivate: async (actor) => {
    const groupId = await subject(actor);
    await realm.owner.client.expect('POST', `user_groups/${groupId}/deactivate`);
    return actor.client.patch(`user_groups/${groupId}`, { deactivated: false });
  },
  'add another': change(() => ({ add: [outsider.userId] })),
  'add another and oneself': change((actor) => ({ add: [outsider.userId, actor.userId] })),
  join: change((actor) => ({ add: [actor.userId] })),
  'remove another': change(() => ({ delete: [insider.userId] })),
  leave: change((actor) => ({ delete: [actor.userId] }), true),
  'join and remove another': change((actor) => ({
    add: [actor.userId],
    delete: [insider.userId],
  })),
  'add a subgroup': change(() => ({ add_subgroups: [otherGroup] })),
  'remove a subgroup': change(() => ({ delete_subgroups: [innerGroup] })),
};

const EVERYTHING = Object.keys(OPERATIONS);

/** The allowed operations of each user. */
const ALLOWED: Record<string, string[]> = {
  owner: EVERYTHING,
  creator: EVERYTHING,
  manager: EVERYTHING,
  'managing bot': EVERYTHING,
  administrator: [],
  adder: ['add another', 'add another and oneself', 'join', 'add a subgroup'],
  remover: ['remove another', 'leave', 'remove a subgroup'],
  joiner: ['join'],
  leaver: ['leave'],
  member: [],
  bot: [],
  guest: [],
  'chosen guest': ['leave'],
  foreigner: [],
};

describe.each(Object.keys(ALLOWED))('%s', (name) => {
  it.each(EVERYTHING)('and: %s', async (operation) => {
    const answer = await OPERATIONS[operation]!(people[name]!);
    const said = answer.status === 200 ? 'done' : answer.body['msg'];
    const refusal = name === 'foreigner' ? 'Invalid user group' : 'Insufficient permission';
    expect(said).toBe(ALLOWED[name]!.includes(operation) ? 'done' : refusal);
  });
});

describe('all users', () => {
  it('may leave but not join a group by default', async () => {
    const groupId = await create(people['creator']!, { members: [id('guest'), id('bot')] });
    for (const name of ['guest', 'bot']) {
      const { client } = people[name]!;
      await client.expect('POST', `user_groups/${groupId}/members`, { delete: [id(name)] });
      const { body } = await client.post(`user_groups/${groupId}/members`, { add: [id(name)] });
      expect(body['msg']).toBe('Insufficient permission');
    }
  });

  it('can_manage_all_groups allows changing every group, but not to guests', async () => {
    const {
      realm: own,
      holder,
      visitor,
    } = await createScene(test, { holder: {}, visitor: { role: Role.Guest } });
    const groupId = await create(own.owner);
    const rename = ({ client }: TestUser): Promise<Answer> =>
      client.patch(`user_groups/${groupId}`, { name: unique('name') });
    expect((await rename(holder)).status).toBe(400);
    await changeRealmSettings(test, own, {
      can_manage_all_groups: {
        direct_members: [holder.userId, visitor.userId],
        direct_subgroups: [],
      },
    });
    expect((await rename(holder)).status).toBe(200);
    expect((await rename(visitor)).status).toBe(400);
    expect((await rename(own.owner)).status).toBe(200);
  });

  it('cannot change system groups', async () => {
    const message = 'System groups cannot be changed';
    const { client } = realm.owner;
    for (const groupId of Object.values(system)) {
      const answers = [
        await client.patch(`user_groups/${groupId}`, { name: unique('name') }),
        await client.patch(`user_groups/${groupId}`, { can_join_group: { new: groupId } }),
        await client.post(`user_groups/${groupId}/deactivate`),
        await client.post(`user_groups/${groupId}/members`, { add: [outsider.userId] }),
        await client.post(`user_groups/${groupId}/members`, { delete: [realm.owner.userId] }),
        await client.post(`user_groups/${groupId}/subgroups`, { add: [system['role:nobody']] }),
      ];
      expect(answers.map(({ body }) => body['msg'])).toEqual(answers.map(() => message));
    }
  });

  it('receive the same error for unknown groups', async () => {
    const { client } = realm.owner;
    const answers = [
      await client.patch('user_groups/999999999', { name: unique('name') }),
      await client.post('user_groups/999999999/deactivate'),
      await client.post('user_groups/999999999/members', { add: [outsider.userId] }),
      await client.post('user_groups/999999999/subgroups', { add: [system['role:nobody']] }),
    ];
    expect(answers.map(({ body }) => body['msg'])).toEqual(answers.map(() => 'Invalid user group'));
    expect((await client.patch('user_groups/x', { name: 'x' })).status).toBe(404);
  });
});
