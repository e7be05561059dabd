// User groups: creation, changes, members, deactivation and permissions.
import { describe, expect, it } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import type { SystemGroupIds } from '#modules/groups/groups/system-groups.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import {
  changeRealmSettings,
  createPeople,
  createRealm,
  createUser,
  subscribe,
  type TestUser,
  unique,
} from './factories.js';
import { createScene } from './scene.js';

interface Group extends Record<string, unknown> {
  id: number;
  name: string;
}

const test = await sharedTestApp();
const { realm, owner, member, other, guest } = await createScene(test, {
  member: {},
  other: {},
  guest: { role: Role.Guest },
});
const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
const system = await test.app.get(GroupMembership).systemGroupIds(realm.realmId);
const foreignRealm = await createRealm(test);
/** A user of another realm. */
const foreign = { owner: foreignRealm.owner, groupId: await make(foreignRealm.owner) };
const [formerId = 0] = await createPeople(test, realm, 1);
await test.app.get(Database).query('UPDATE users SET is_active = false WHERE id = $1', [formerId]);
const retired = { userId: formerId, groupId: await make(owner) };
await owner.client.expect('POST', `user_groups/${retired.groupId}/deactivate`);

function create(user: TestUser, parameters: Parameters = {}): Promise<Answer> {
  return user.client.post('user_groups/create', {
    name: unique('group'),
    description: '',
    members: [],
    ...parameters,
  });
}

async function make(user: TestUser, parameters: Parameters = {}): Promise<number> {
  const { body } = await create(user, parameters);
  return body['group_id'] as number;
}

async function all(user = owner, parameters: Parameters = {}): Promise<Group[]> {
  const { user_groups: groups } = await user.client.expect('GET', 'user_groups', parameters);
  return groups as Group[];
}

async function show(id: number): Promise<Group> {
  const groups = await all(owner, { include_deactivated_groups: true });
  const group = groups.find((one) => one.id === id);
  if (!group) throw new Error(`There is no group ${id}`);
  return group;
}

async function ids(path: string, parameters: Parameters = {}): Promise<unknown> {
  const body = await owner.client.expect('GET', `user_groups/${path}`, parameters);
  return body['members'] ?? body['subgroups'] ?? body['is_user_group_member'];
}

/** `accepted`, or the error message. */
function outcome({ status, body }: Answer): string {
  if (status === 200) return 'accepted';
  const { code, msg } = body as { code: string; msg: string };
  return code === 'BAD_REQUEST' ? msg : `${code}: ${msg}`;
}

function only(...userIds: number[]): object {
  return { direct_members: userIds, direct_subgroups: [] };
}

const INSUFFICIENT = 'Insufficient permission';

describe('POST /user_groups/create', () => {
  it('creates a group with the default permissions of the catalogue', async () => {
    const name = unique('designers');
    const { group_id: id } = await member.client.expect('POST', 'user_groups/create', {
      name,
      description: 'Who *designs*',
      members: [other.userId, member.userId, other.userId],
    });
    expect(await show(id as number)).toEqual({
      id,
      name,
      description: 'Who *designs*',
      date_created: expect.any(Number),
      creator_id: member.userId,
      members: [member.userId, other.userId],
      direct_subgroup_ids: [],
      is_system_group: false,
      can_add_members_group: only(member.userId),
      can_join_group: system['role:nobody'],
      can_leave_group: system['role:everyone'],
      can_manage_group: only(member.userId),
      can_mention_group: system['role:everyone'],
      can_remove_members_group: system['role:nobody'],
      deactivated: false,
    });
  });

  it('accepts subgroups and all permissions, and normalizes equal values', async () => {
    const inner = await make(member);
    const id = await make(member, {
      members: [bot.userId, guest.userId],
      subgroups: [system['role:moderators'], inner],
      can_add_members_group: { direct_members: [], direct_subgroups: [inner, inner] },
      can_join_group: system['role:members'],
      can_leave_group: { direct_members: [], direct_subgroups: [] },
      can_manage_group: {
        direct_members: [other.userId, member.userId, other.userId],
        direct_subgroups: [inner],
      },
      can_mention_group: system['role:nobody'],
      can_remove_members_group: only(bot.userId),
    });
    expect(await show(id)).toMatchObject({
      members: [guest.userId, bot.userId],
      direct_subgroup_ids: [system['role:moderators'], inner],
      can_add_members_group: inner,
      can_join_group: system['role:members'],
      can_leave_group: { direct_members: [], direct_subgroups: [] },
      can_manage_group: {
        direct_members: [member.userId, other.userId],
        direct_subgroups: [inner],
      },
      can_mention_group: system['role:nobody'],
      can_remove_members_group: only(bot.userId),
    });
  });

  it('creates a group of thousands', async () => {
    const people = await createPeople(test, realm, 2000);
    const id = await make(member, { members: people });
    expect(await ids(`${id}/members`)).toEqual(people);
  });

  it.each<[string, Parameters, string]>([
    ['no name', { name: '' }, "The user group's name cannot be empty"],
    ['a blank name', { name: '  ' }, "The user group's name cannot be empty"],
    [
      'a long name',
      { name: 'x'.repeat(101) },
      "The user group's name is too long (limit: 100 characters)",
    ],
    [
      'a name with a control character',
      { name: 'a\u0007b' },
      "The user group's name contains characters that cannot be displayed",
    ],
    [
      'the name of a system group',
      { name: 'role:owners' },
      'The user group\'s name cannot begin with "role:"',
    ],
    ['a name like a mention', { name: '@x' }, 'The user group\'s name cannot begin with "@"'],
    [
      'a long description',
      { description: 'x'.repeat(1025) },
      "The user group's description is too long (limit: 1024 characters)",
    ],
    ['members that are no list', { members: 5 }, 'members must be a list'],
    ['members that are no ids', { members: ['a'] }, 'members[0] must be an integer'],
    ['an unknown member', { members: [999_999_999] }, 'Invalid user ID: 999999999'],
    ['an impossible member', { members: [2 ** 31] }, 'members[0] must be at most 2147483647'],
    ['an unknown subgroup', { subgroups: [999_999_999] }, 'Invalid user group ID: 999999999'],
    [
      'a permission for what is no group',
      { can_join_group: '"members"' },
      'can_join_group is not a group ID or an object',
    ],
    [
      'a permission for an unknown group',
      { can_join_group: 999_999_999 },
      'can_join_group: there is no user group with the ID 999999999',
    ],
    [
      'a permission for an impossible group',
      { can_join_group: 2 ** 40 },
      'can_join_group: there is no user group with the ID 1099511627776',
    ],
    [
      'a permission for an unknown person',
      { can_join_group: only(999_999_999) },
      'can_join_group: there is no active user with the ID 999999999',
    ],
    [
      'a permission in the form of a change',
      { can_join_group: { new: 5 } },
      'can_join_group["direct_members"] is not a list of integers',
    ],
  ])('refuses %s', async (_what, parameters, message) => {
    const before = await all();
    expect(outcome(await create(member, parameters))).toBe(message);
    expect(await all()).toEqual(before);
  });

  it('refuses foreign and deactivated users and groups', async () => {
    const before = await all();
    const cases: [Parameters, string][] = [
      [{ members: [foreign.owner.userId] }, `Invalid user ID: ${foreign.owner.userId}`],
      [{ members: [retired.userId] }, `Invalid user ID: ${retired.userId}`],
      [{ subgroups: [foreign.groupId] }, `Invalid user group ID: ${foreign.groupId}`],
      [{ subgroups: [retired.groupId] }, `Invalid user group ID: ${retired.groupId}`],
      [
        { subgroups: [system['role:internet']] },
        `Invalid user group ID: ${system['role:internet']}`,
      ],
      ...[foreign.groupId, retired.groupId].map((id): [Parameters, string] => [
        { can_join_group: { direct_members: [], direct_subgroups: [id, system['role:owners']] } },
        `can_join_group: there is no user group with the ID ${id}`,
      ]),
      ...[foreign.owner.userId, retired.userId].map((id): [Parameters, string] => [
        { can_join_group: only(id) },
        `can_join_group: there is no active user with the ID ${id}`,
      ]),
    ];
    for (const [parameters, message] of cases) {
      expect(outcome(await create(owner, parameters))).toBe(message);
    }
    expect(await all()).toEqual(before);
  });

  it('refuses the name of another group in any case, active or not', async () => {
    const name = unique('Köln');
    const id = await make(member, { name });
    const taken = `There is already a user group named "${name.toUpperCase()}"`;
    expect(outcome(await create(member, { name: ` ${name.toUpperCase()} ` }))).toBe(taken);
    await member.client.expect('POST', `user_groups/${id}/deactivate`);
    expect(outcome(await create(member, { name: name.toUpperCase() }))).toBe(taken);
    expect(outcome(await create(foreign.owner, { name }))).toBe('accepted');
  });

  it('creates one group for two concurrent requests with the same name', async () => {
    const name = unique('race');
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(member, { name })));
    expect(answers.map(outcome).toSorted()).toEqual([
      ...[1, 2, 3].map(() => `There is already a user group named "${name}"`),
      'accepted',
    ]);
  });

  it.each(['name', 'description', 'members'])('needs %s', async (missing) => {
    const { body } = await create(member, { [missing]: undefined });
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: missing });
  });

  it.each<[string, Record<string, string>]>([
    [
      'role:everyone',
      {
        can_add_members_group: 'can_add_members_group cannot be granted to role:everyone',
        can_join_group: 'can_join_group cannot be granted to role:everyone',
        can_leave_group: 'accepted',
        can_manage_group: 'can_manage_group cannot be granted to role:everyone',
        can_mention_group: 'accepted',
        can_remove_members_group: 'can_remove_members_group cannot be granted to role:everyone',
      },
    ],
    [
      'role:internet',
      Object.fromEntries(
        ['add_members', 'join', 'leave', 'manage', 'mention', 'remove_members'].map((name) => [
          `can_${name}_group`,
          `can_${name}_group cannot be granted to role:internet`,
        ]),
      ),
    ],
    [
      'role:owners',
      {
        can_manage_group: 'accepted',
        can_mention_group: 'can_mention_group cannot be granted to role:owners',
      },
    ],
    ['role:nobody', { can_manage_group: 'accepted', can_mention_group: 'accepted' }],
  ])('grants permissions to %s or not', async (name, expected) => {
    const group = system[name as keyof SystemGroupIds];
    for (const [setting, message] of Object.entries(expected)) {
      expect([setting, outcome(await create(owner, { [setting]: group }))]).toEqual([
        setting,
        message,
      ]);
      const set = { direct_members: [owner.userId], direct_subgroups: [group] };
      expect([setting, outcome(await create(owner, { [setting]: set }))]).toEqual([
        setting,
        message,
      ]);
    }
  });

  it('needs can_create_groups, and is never for guests', async () => {
    const own = await createRealm(test);
    const groups = await test.app.get(GroupMembership).systemGroupIds(own.realmId);
    const people: Record<string, TestUser> = { owner: own.owner };
    for (const [name, role] of Object.entries(ROLES)) {
      people[name] = await createUser(test, own, { role });
    }
    const botOfMember = { type: 1, ownerId: people['member']!.userId };
    people['bot'] = await createUser(test, own, { bot: botOfMember });
    const webhook = await createUser(test, own, { bot: { ...botOfMember, type: 2 } });
    const mayCreate = async (): Promise<string[]> => {
      const names: string[] = [];
      for (const [name, user] of Object.entries(people)) {
        const answer = await create(user);
        if (answer.status === 200) names.push(name);
        else expect(outcome(answer)).toBe(INSUFFICIENT);
      }
      return names;
    };
    expect(await mayCreate()).toEqual(['owner', 'administrator', 'moderator', 'member', 'bot']);
    await changeRealmSettings(test, own, { can_create_groups: groups['role:moderators'] });
    expect(await mayCreate()).toEqual(['owner', 'administrator', 'moderator']);
    const chosen = [people['guest']!.userId, people['bot'].userId];
    await changeRealmSettings(test, own, { can_create_groups: only(...chosen) });
    expect(await mayCreate()).toEqual(['bot']);
    expect((await create(webhook)).status).toBe(401);
  });
});

const ROLES = {
  administrator: Role.Administrator,
  moderator: Role.Moderator,
  member: Role.Member,
  guest: Role.Guest,
};

describe('GET /user_groups', () => {
  it('lists the groups of the realm, system groups first, deactivated ones on request', async () => {
    const own = await createRealm(test);
    const active = await make(own.owner);
    const gone = await make(own.owner);
    await own.owner.client.expect('POST', `user_groups/${gone}/deactivate`);
    const groups = await all(own.owner);
    expect(groups.map(({ name }) => name).slice(0, 8)).toEqual(
      expect.arrayContaining(Object.keys(system)),
    );
    expect(groups.slice(8).map(({ id }) => id)).toEqual([active]);
    const everything = await all(own.owner, { include_deactivated_groups: true });
    expect(everything.slice(8).map(({ id, deactivated }) => [id, deactivated])).toEqual([
      [active, false],
      [gone, true],
    ]);
  });

  it('omits deactivated users', async () => {
    const [first = 0, second = 0] = await createPeople(test, realm, 2);
    const id = await make(owner, { members: [first, second] });
    await test.app.get(Database).query('UPDATE users SET is_active = false WHERE id = $1', [first]);
    expect((await show(id))['members']).toEqual([second]);
    expect(await ids(`${id}/members`)).toEqual([second]);
    expect(await ids(`${id}/members`, { direct_member_only: true })).toEqual([second]);
    expect(await ids(`${id}/members/${first}`)).toBe(false);
    expect(await ids(`${id}/members/${first}`, { direct_member_only: true })).toBe(false);
  });

  it('is open to bots', async () => {
    expect(await all(bot)).toEqual(await all(owner));
  });
});

describe('reading', () => {
  const paths = (id: number): string[] => [
    'user_groups',
    `user_groups/${id}/members`,
    `user_groups/${id}/subgroups`,
    `user_groups/${id}/members/${owner.userId}`,
  ];

  it('is not for guests', async () => {
    const id = await make(owner);
    for (const path of paths(id)) {
      const answer = await guest.client.get(path);
      expect([path, answer.status, answer.body['code']]).toEqual([path, 400, 'BAD_REQUEST']);
      expect((await bot.client.get(path)).status).toBe(200);
    }
  });

  it('answers alike for foreign and unknown groups', async () => {
    for (const id of [foreign.groupId, 999_999_999]) {
      for (const path of paths(id).slice(1)) {
        expect([path, outcome(await owner.client.get(path))]).toEqual([path, 'Invalid user group']);
      }
    }
    expect((await owner.client.get('user_groups/99999999999/members')).status).toBe(404);
    expect((await owner.client.get('user_groups/x/members')).status).toBe(404);
  });

  it('includes members of subgroups, except on request', async () => {
    const inner = await make(owner, { members: [bot.userId] });
    const middle = await make(owner, { members: [guest.userId], subgroups: [inner] });
    const outer = await make(owner, {
      members: [member.userId, guest.userId],
      subgroups: [middle, system['role:owners']],
    });
    const everyone = [owner, member, guest, bot].map(({ userId }) => userId);
    expect(await ids(`${outer}/members`)).toEqual(everyone.toSorted((a, b) => a - b));
    const direct = { direct_member_only: true };
    expect(await ids(`${outer}/members`, direct)).toEqual([member.userId, guest.userId]);
    expect(await ids(`${outer}/subgroups`)).toEqual([system['role:owners'], inner, middle]);
    expect(await ids(`${outer}/subgroups`, { direct_subgroup_only: true })).toEqual([
      system['role:owners'],
      middle,
    ]);
    const inside = async (who: TestUser): Promise<unknown[]> => [
      await ids(`${outer}/members/${who.userId}`),
      await ids(`${outer}/members/${who.userId}`, direct),
    ];
    expect(await inside(member)).toEqual([true, true]);
    expect(await inside(bot)).toEqual([true, false]);
    expect(await inside(owner)).toEqual([true, false]);
    expect(await inside(other)).toEqual([false, false]);
  });

  it('includes the members of system groups', async () => {
    const own = await createRealm(test);
    const groups = await test.app.get(GroupMembership).systemGroupIds(own.realmId);
    const someone = await createUser(test, own);
    const visitor = await createUser(test, own, { role: Role.Guest });
    const members = async (id: number): Promise<unknown> =>
      (await own.owner.client.expect('GET', `user_groups/${id}/members`))['members'];
    expect(await members(groups['role:everyone'])).toEqual([
      own.owner.userId,
      someone.userId,
      visitor.userId,
    ]);
    expect(await members(groups['role:members'])).toEqual([own.owner.userId, someone.userId]);
    expect(await members(groups['role:owners'])).toEqual([own.owner.userId]);
    expect(await members(groups['role:nobody'])).toEqual([]);
  });

  it('finds no users of another organization', async () => {
    const id = await make(owner);
    for (const userId of [foreign.owner.userId, 999_999_999]) {
      expect(outcome(await owner.client.get(`user_groups/${id}/members/${userId}`))).toBe(
        'No such user',
      );
    }
  });

  it.each<[string, Parameters, string]>([
    ['members', { direct_member_only: 'yes' }, 'direct_member_only must be true or false'],
    ['subgroups', { direct_subgroup_only: '1' }, 'direct_subgroup_only must be true or false'],
  ])('refuses bad input for %s', async (path, parameters, message) => {
    const id = await make(owner);
    expect(outcome(await owner.client.get(`user_groups/${id}/${path}`, parameters))).toBe(message);
  });
});

describe('PATCH /user_groups/{user_group_id}', () => {
  const edit = (id: number, parameters: Parameters, user = owner): Promise<Answer> =>
    user.client.patch(`user_groups/${id}`, parameters);

  it('changes name and description', async () => {
    const id = await make(member);
    const name = unique('renamed');
    expect(outcome(await edit(id, { name: ` ${name} `, description: 'New' }, member))).toBe(
      'accepted',
    );
    expect(await show(id)).toMatchObject({ name, description: 'New' });
    expect(outcome(await edit(id, { name: name.toUpperCase() }))).toBe('accepted');
    expect((await show(id)).name).toBe(name.toUpperCase());
  });

  it('changes every permission, with and without an expected value', async () => {
    const id = await make(member);
    const { creator_id: creator } = await show(id);
    const changes = {
      can_add_members_group: { new: system['role:moderators'] },
      can_join_group: { new: only(guest.userId), old: system['role:nobody'] },
      can_leave_group: {
        new: system['role:nobody'],
        old: { direct_members: [], direct_subgroups: [system['role:everyone']] },
      },
      can_manage_group: { new: only(other.userId, member.userId), old: only(creator as number) },
      can_mention_group: { new: { direct_members: [], direct_subgroups: [id] } },
      can_remove_members_group: { new: only() },
    };
    expect(outcome(await edit(id, changes, member))).toBe('accepted');
    expect(await show(id)).toMatchObject({
      can_add_members_group: system['role:moderators'],
      can_join_group: only(guest.userId),
      can_leave_group: system['role:nobody'],
      can_manage_group: only(member.userId, other.userId),
      can_mention_group: id,
      can_remove_members_group: only(),
    });
  });

  it('changes nothing when the expected value is wrong', async () => {
    const id = await make(member);
    const before = await show(id);
    const { status, body } = await edit(id, {
      name: unique('name'),
      can_leave_group: { new: system['role:members'] },
      can_join_group: { new: system['role:members'], old: system['role:owners'] },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'EXPECTATION_MISMATCH', field_name: 'can_join_group' });
    const sameAsNew = { new: system['role:nobody'], old: system['role:owners'] };
    expect((await edit(id, { can_join_group: sameAsNew })).body['code']).toBe(
      'EXPECTATION_MISMATCH',
    );
    expect(await show(id)).toEqual(before);
  });

  it('applies one of two concurrent changes with the same expected value', async () => {
    const id = await make(member);
    const old = system['role:nobody'];
    const answers = await Promise.all(
      (['role:members', 'role:moderators'] as const).map((name) =>
        edit(id, { can_join_group: { new: system[name], old } }),
      ),
    );
    expect(answers.map(outcome).toSorted()).toEqual([
      'EXPECTATION_MISMATCH: can_join_group was changed by another request',
      'accepted',
    ]);
  });

  it('keeps users in a permission who were deactivated since', async () => {
    const [leaver = 0] = await createPeople(test, realm, 1);
    const id = await make(owner, { can_manage_group: only(leaver) });
    await test.app
      .get(Database)
      .query('UPDATE users SET is_active = false WHERE id = $1', [leaver]);
    expect(outcome(await edit(id, { can_manage_group: { new: only(leaver, owner.userId) } }))).toBe(
      'accepted',
    );
    expect(outcome(await edit(id, { can_join_group: { new: only(leaver) } }))).toBe(
      `can_join_group: there is no active user with the ID ${leaver}`,
    );
  });

  it.each<[string, Parameters, string]>([
    ['nothing', {}, 'Nothing to change'],
    ['an empty name', { name: ' ' }, "The user group's name cannot be empty"],
    ['a reserved name', { name: 'user:x' }, 'The user group\'s name cannot begin with "user:"'],
    [
      'a long description',
      { description: 'x'.repeat(1025) },
      "The user group's description is too long (limit: 1024 characters)",
    ],
    ['a bare value', { can_join_group: 5 }, 'can_join_group is not an object'],
    ['a change to nothing', { can_join_group: {} }, 'can_join_group["new"] is required'],
    [
      'a change with more in it',
      { can_join_group: { new: 5, value: 5 } },
      'can_join_group has an unexpected key "value"',
    ],
    [
      'an unknown group',
      { can_join_group: { new: 999_999_999 } },
      'can_join_group: there is no user group with the ID 999999999',
    ],
    ['deactivated as a number', { deactivated: 0 }, 'deactivated must be true or false'],
  ])('refuses %s', async (_what, parameters, message) => {
    const id = await make(owner);
    const before = await show(id);
    expect(outcome(await edit(id, parameters))).toBe(message);
    expect(await show(id)).toEqual(before);
  });

  it('refuses a name that is taken', async () => {
    const name = unique('taken');
    await make(owner, { name });
    const id = await make(owner);
    const message = `There is already a user group named "${name.toUpperCase()}"`;
    expect(outcome(await edit(id, { name: name.toUpperCase() }))).toBe(message);
  });

  it('reactivates, together with other changes', async () => {
    const id = await make(member);
    await member.client.expect('POST', `user_groups/${id}/deactivate`);
    expect(outcome(await edit(id, { deactivated: true }))).toBe('accepted');
    expect(outcome(await edit(id, { name: unique('sleeping') }))).toBe('accepted');
    const message = 'Only the name of a deactivated user group can be changed';
    const joining = { can_join_group: { new: system['role:members'] } };
    expect(outcome(await edit(id, { description: 'New' }))).toBe(message);
    expect(outcome(await edit(id, { ...joining, deactivated: true }))).toBe(message);
    expect((await show(id))['deactivated']).toBe(true);
    expect(outcome(await edit(id, { ...joining, deactivated: false }, member))).toBe('accepted');
    expect(await show(id)).toMatchObject({
      deactivated: false,
      can_join_group: system['role:members'],
    });
    expect(outcome(await edit(id, { deactivated: false }))).toBe('accepted');
  });
});

describe('POST /user_groups/{user_group_id}/members and /subgroups', () => {
  const members = (id: number, parameters: Parameters): Promise<Answer> =>
    owner.client.post(`user_groups/${id}/members`, parameters);

  it('adds and removes users and groups in one request', async () => {
    const [first, second] = [await make(owner), await make(owner)];
    const id = await make(owner, { members: [member.userId], subgroups: [first] });
    const change = {
      add: [other.userId, bot.userId, other.userId],
      delete: [member.userId],
      add_subgroups: [second, system['role:members']],
      delete_subgroups: [first],
    };
    expect(outcome(await members(id, change))).toBe('accepted');
    expect(await show(id)).toMatchObject({
      members: [other.userId, bot.userId],
      direct_subgroup_ids: [system['role:members'], second],
    });
    await owner.client.expect('POST', `user_groups/${id}/subgroups`, {
      add: [first],
      delete: [second],
    });
    expect((await show(id))['direct_subgroup_ids']).toEqual([system['role:members'], first]);
  });

  it('removes deactivated users', async () => {
    const [leaver = 0] = await createPeople(test, realm, 1);
    const id = await make(owner, { members: [leaver] });
    const database = test.app.get(Database);
    await database.query('UPDATE users SET is_active = false WHERE id = $1', [leaver]);
    expect(outcome(await members(id, { delete: [leaver] }))).toBe('accepted');
    await database.query('UPDATE users SET is_active = true WHERE id = $1', [leaver]);
    expect((await show(id))['members']).toEqual([]);
  });

  it('applies all changes or none', async () => {
    const subgroup = await make(owner);
    const id = await make(owner, { members: [member.userId], subgroups: [subgroup] });
    const before = await show(id);
    const outer = await make(owner, { subgroups: [id] });
    const outermost = await make(owner, { subgroups: [outer] });
    const unknown = 'Nothing to do. Specify users or groups to add or delete.';
    const cases: [Parameters, string][] = [
      [{}, unknown],
      [{ add: [], delete: [], add_subgroups: [], delete_subgroups: [] }, unknown],
      [
        { add: [other.userId, member.userId] },
        `User ${member.userId} is already a member of this group`,
      ],
      [{ add: [other.userId, foreign.owner.userId] }, `Invalid user ID: ${foreign.owner.userId}`],
      [{ add: [other.userId, retired.userId] }, `Invalid user ID: ${retired.userId}`],
      [
        { delete: [member.userId, other.userId] },
        `User ${other.userId} is not a member of this group`,
      ],
      [{ add: [other.userId], delete: [999_999] }, 'User 999999 is not a member of this group'],
      [{ add_subgroups: [id] }, `User group ${id} contains this group`],
      [{ add_subgroups: [outermost] }, `User group ${outermost} contains this group`],
      [
        { add: [other.userId], add_subgroups: [subgroup] },
        `User group ${subgroup} is already a subgroup of this group`,
      ],
      [{ add_subgroups: [retired.groupId] }, `Invalid user group ID: ${retired.groupId}`],
      [{ add_subgroups: [foreign.groupId] }, `Invalid user group ID: ${foreign.groupId}`],
      [
        { delete: [member.userId], delete_subgroups: [outer] },
        `User group ${outer} is not a subgroup of this group`,
      ],
      [{ add: { 0: 1 } }, 'add must be a list'],
      [{ add: [-1] }, 'add[0] must be at least 0'],
      [{ delete: 'all' }, 'delete must be valid JSON'],
    ];
    for (const [change, message] of cases) {
      expect(outcome(await members(id, change))).toBe(message);
    }
    expect(await show(id)).toEqual(before);
    const { body } = await owner.client.post(`user_groups/${id}/subgroups`, {
      add: [],
      delete: [],
    });
    expect(body['msg']).toBe(unknown);
  });

  it('creates no cycle by concurrent requests', async () => {
    const [one, two] = [await make(owner), await make(owner)];
    const answers = await Promise.all([
      members(one, { add_subgroups: [two] }),
      members(two, { add_subgroups: [one] }),
    ]);
    expect(answers.map(outcome).filter((text) => text === 'accepted')).toHaveLength(1);
  });

  it('changes deactivated groups like others', async () => {
    const id = await make(owner, { members: [member.userId] });
    const inner = await make(owner);
    await owner.client.expect('POST', `user_groups/${id}/deactivate`);
    const change = { add: [other.userId], delete: [member.userId], add_subgroups: [inner] };
    expect(outcome(await members(id, change))).toBe('accepted');
    expect(await show(id)).toMatchObject({
      members: [other.userId],
      direct_subgroup_ids: [inner],
    });
  });

  it('takes effect immediately for every permission', async () => {
    const id = await make(owner);
    const guarded = await make(owner, { can_manage_group: id });
    const rename = (): Promise<Answer> =>
      member.client.patch(`user_groups/${guarded}`, { name: unique('name') });
    for (let round = 0; round < 3; round++) {
      expect(outcome(await rename())).toBe(INSUFFICIENT);
      await owner.client.expect('POST', `user_groups/${id}/members`, { add: [member.userId] });
      expect(outcome(await rename())).toBe('accepted');
      await owner.client.expect('POST', `user_groups/${id}/members`, { delete: [member.userId] });
    }
  });
});

describe('POST /user_groups/{user_group_id}/deactivate', () => {
  const deactivate = (id: number, user = owner): Promise<Answer> =>
    user.client.post(`user_groups/${id}/deactivate`);

  it('deactivates a group once', async () => {
    const id = await make(member, { members: [member.userId], can_join_group: only() });
    expect(outcome(await deactivate(id, member))).toBe('accepted');
    expect(await show(id)).toMatchObject({ deactivated: true, members: [member.userId] });
    expect(outcome(await deactivate(id))).toBe('This user group is already deactivated');
  });

  it('returns all uses of the group', async () => {
    const { realm: own, someone } = await createScene(test, { someone: {} });
    const id = await make(someone, { can_manage_group: only(someone.userId) });
    const among = { direct_members: [own.owner.userId], direct_subgroups: [id] };
    const group = await make(own.owner, { can_join_group: id, can_add_members_group: among });
    const outer = await make(own.owner, { subgroups: [id] });
    const open = await subscribe(own.owner, unique('open'), { can_send_message_group: among });
    const secret = await subscribe(own.owner, unique('secret'), {
      invite_only: true,
      can_resolve_topics_group: id,
    });
    await changeRealmSettings(test, own, { can_create_groups: id, can_invite_users_group: among });
    const itself = { new: { direct_members: [someone.userId], direct_subgroups: [id] } };
    await someone.client.expect('PATCH', `user_groups/${id}`, { can_manage_group: itself });

    const objections = async (user: TestUser): Promise<unknown> => {
      const { status, body } = await deactivate(id, user);
      expect(status).toBe(400);
      expect(body['code']).toBe('CANNOT_DEACTIVATE_GROUP_IN_USE');
      return body['objections'];
    };
    expect(await objections(own.owner)).toEqual([
      { type: 'channel', channel_id: open, settings: ['can_send_message_group'] },
      { type: 'channel', channel_id: secret, settings: ['can_resolve_topics_group'] },
      { type: 'realm', settings: ['can_create_groups', 'can_invite_users_group'] },
      {
        type: 'user_group',
        group_id: group,
        settings: ['can_add_members_group', 'can_join_group'],
      },
      { type: 'subgroup', supergroup_ids: [outer] },
    ]);
    expect(await objections(someone)).toContainEqual({
      type: 'channel',
      settings: ['can_resolve_topics_group'],
    });

    await changeRealmSettings(test, own, { can_create_groups: only(), can_invite_users_group: 1 });
    const database = test.app.get(Database);
    await database.query('UPDATE streams SET is_archived = true WHERE id = ANY ($1)', [
      [open, secret],
    ]);
    for (const dependent of [group, outer]) await deactivate(dependent, own.owner);
    expect(outcome(await deactivate(id, someone))).toBe('accepted');
  });

  it('excludes a concurrent use of the group', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await make(owner);
      const dependent = await make(owner);
      const answers = await Promise.all([
        deactivate(id),
        owner.client.patch(`user_groups/${dependent}`, { can_join_group: { new: id } }),
        owner.client.post(`user_groups/${dependent}/subgroups`, { add: [id] }),
      ]);
      const [deactivated, ...uses] = answers.map(({ status }) => status === 200);
      expect(uses.includes(true)).toBe(!deactivated);
    }
  });
});
