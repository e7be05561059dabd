import { describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { createRealm, createUser, type TestRealm, type TestUser } from './factories.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

const CHOICES = { '0': { text: 'Red', order: '1' }, '1': { text: 'Blue', order: '2' } };
const refused = { status: 400, body: { code: 'BAD_REQUEST' } };

interface Scene {
  realm: TestRealm;
  owner: TestUser;
  member: TestUser;
}

async function scene(): Promise<Scene> {
  const realm = await createRealm(test);
  return { realm, owner: realm.owner, member: await createUser(test, realm) };
}

async function makeField(
  { owner }: Scene,
  type: number,
  more: Record<string, unknown> = {},
): Promise<number> {
  const body = await owner.client.expect('POST', 'realm/profile_fields', {
    field_type: type,
    name: `Field ${type}`,
    ...more,
  });
  return body['id'] as number;
}

async function profileOf({ owner }: Scene, { userId }: TestUser): Promise<Record<string, unknown>> {
  const { user } = await owner.client.expect('GET', `users/${userId}`, {
    include_custom_profile_fields: true,
  });
  return (user as { profile_data: Record<string, unknown> }).profile_data;
}

it('the types of profile fields have the names that clients expect', async () => {
  const { member } = await scene();
  const state = await member.client.expect('POST', 'register', {
    fetch_event_types: ['custom_profile_fields'],
  });
  const types = state['custom_profile_field_types'] as Record<string, { id: number }>;
  expect(Object.entries(types).map(([name, { id }]) => [name, id])).toEqual([
    ['SHORT_TEXT', 1],
    ['LONG_TEXT', 2],
    ['SELECT', 3],
    ['DATE', 4],
    ['URL', 5],
    ['USER', 6],
    ['EXTERNAL_ACCOUNT', 7],
    ['PRONOUNS', 8],
  ]);
});

describe('a profile field', () => {
  it('is created in each of the eight types, and listed in order', async () => {
    const who = await scene();
    const ids: number[] = [];
    for (const type of [1, 2, 4, 5, 6, 8]) ids.push(await makeField(who, type));
    ids.push(await makeField(who, 3, { field_data: CHOICES, hint: 'Your color' }));
    ids.push(await makeField(who, 7, { name: undefined, field_data: { subtype: 'github' } }));
    const { custom_fields: fields } = await who.member.client.expect('GET', 'realm/profile_fields');
    expect((fields as { id: number }[]).map(({ id }) => id)).toEqual(ids);
    expect(fields).toContainEqual({
      id: ids[6],
      type: 3,
      order: 7,
      name: 'Field 3',
      hint: 'Your color',
      field_data: JSON.stringify(CHOICES),
      required: false,
      editable_by_user: true,
    });
    expect(fields).toContainEqual(
      expect.objectContaining({ name: 'GitHub username', field_data: '{"subtype":"github"}' }),
    );
    const [last, ...others] = ids.toReversed();
    const order = [last!, ...others.toReversed()];
    await who.owner.client.expect('PATCH', 'realm/profile_fields', { order });
    const again = await who.member.client.expect('GET', 'realm/profile_fields');
    expect((again['custom_fields'] as { id: number }[]).map(({ id }) => id)).toEqual(order);
  });

  it.each([
    ['no name', { field_type: 1, name: ' ' }],
    ['a long name', { field_type: 1, name: 'x'.repeat(41) }],
    ['a long hint', { field_type: 1, name: 'A', hint: 'x'.repeat(81) }],
    ['an unknown type', { field_type: 9, name: 'A' }],
    ['no choices', { field_type: 3, name: 'A', field_data: {} }],
    ['a choice twice', { field_type: 3, name: 'A', field_data: { a: CHOICES[0], b: CHOICES[0] } }],
    ['a choice without text', { field_type: 3, name: 'A', field_data: { a: { order: '1' } } }],
    [
      'a choice of a huge length',
      { field_type: 3, name: 'A', field_data: { a: { text: 'x'.repeat(100_000), order: '1' } } },
    ],
    [
      'a huge pattern',
      {
        field_type: 7,
        name: 'A',
        field_data: {
          subtype: 'custom',
          url_pattern: `https://example.com/${'x'.repeat(100_000)}%(username)s`,
        },
      },
    ],
    ['an unknown site', { field_type: 7, name: 'A', field_data: { subtype: 'nowhere' } }],
    ['an inherited site', { field_type: 7, name: 'A', field_data: { subtype: 'constructor' } }],
    ['no pattern', { field_type: 7, name: 'A', field_data: { subtype: 'custom' } }],
    [
      'a pattern without place for the name',
      { field_type: 7, name: 'A', field_data: { subtype: 'custom', url_pattern: 'https://a.b' } },
    ],
    [
      'a script as a pattern',
      {
        field_type: 7,
        name: 'A',
        field_data: { subtype: 'custom', url_pattern: 'javascript:%(username)s' },
      },
    ],
    ['users in the summary', { field_type: 6, name: 'A', display_in_profile_summary: true }],
    ['dates to find users by', { field_type: 4, name: 'A', use_for_user_matching: true }],
    ['field data that is no object', { field_type: 3, name: 'A', field_data: [1] }],
  ])('is refused with %s', async (_what, input) => {
    const { owner } = await scene();
    expect(await owner.client.post('realm/profile_fields', input)).toMatchObject(refused);
  });

  it('has a unique name, and at most two are in the summary', async () => {
    const who = await scene();
    await makeField(who, 1, { name: 'Place', display_in_profile_summary: true });
    await makeField(who, 1, { name: 'Team', display_in_profile_summary: true });
    const third = { field_type: 1, name: 'Third', display_in_profile_summary: true };
    expect(await who.owner.client.post('realm/profile_fields', third)).toMatchObject(refused);
    const same = { field_type: 1, name: 'PLACE' };
    expect(await who.owner.client.post('realm/profile_fields', same)).toMatchObject(refused);
    const id = await makeField(who, 1, { name: 'Other' });
    const path = `realm/profile_fields/${id}`;
    expect(await who.owner.client.patch(path, { name: 'place' })).toMatchObject(refused);
    await who.owner.client.expect('PATCH', path, { name: 'Another', hint: 'Changed' });
  });

  it('is managed by administrators only', async () => {
    const who = await scene();
    const other = await scene();
    const id = await makeField(who, 1);
    const path = `realm/profile_fields/${id}`;
    for (const user of [who.member, other.owner]) {
      expect(await user.client.patch(path, { name: 'Changed' })).toMatchObject(refused);
      expect(await user.client.delete(path)).toMatchObject(refused);
      expect(await user.client.patch('realm/profile_fields', { order: [id] })).toMatchObject(
        refused,
      );
    }
    expect(await who.member.client.post('realm/profile_fields', { field_type: 1 })).toMatchObject(
      refused,
    );
    expect(await who.owner.client.patch('realm/profile_fields', { order: [] })).toMatchObject(
      refused,
    );
    expect(await who.owner.client.patch('realm/profile_fields', { order: [id, id] })).toMatchObject(
      refused,
    );
  });
});

describe('the values of users', () => {
  it.each([
    [1, 'A **place**', { rendered_value: expect.stringContaining('<strong>place</strong>') }],
    [2, 'x'.repeat(500), { rendered_value: expect.any(String) }],
    [3, '1', {}],
    [4, '2024-02-29', {}],
    [5, 'https://example.com/a', {}],
    [7, 'sample', {}],
    [8, 'they/them', {}],
  ])('are stored for type %i', async (type, value, rendered) => {
    const who = await scene();
    const fieldData = { 3: CHOICES, 7: { subtype: 'github' } }[type];
    const id = await makeField(who, type, { field_data: fieldData });
    await who.member.client.expect('PATCH', 'users/me/profile_data', { data: [{ id, value }] });
    expect(await profileOf(who, who.member)).toEqual({ [id]: { value, ...rendered } });
    const own = await who.member.client.expect('GET', 'users/me');
    expect(own['profile_data']).toEqual({ [id]: { value, ...rendered } });
    await who.member.client.expect('DELETE', 'users/me/profile_data', { data: [id] });
    expect(await profileOf(who, who.member)).toEqual({});
  });

  it('can be users of the organization', async () => {
    const who = await scene();
    const other = await scene();
    const id = await makeField(who, 6);
    const set = (value: unknown): ReturnType<TestUser['client']['patch']> =>
      who.member.client.patch('users/me/profile_data', { data: [{ id, value }] });
    expect((await set([who.owner.userId])).status).toBe(200);
    expect(await profileOf(who, who.member)).toEqual({ [id]: { value: `[${who.owner.userId}]` } });
    for (const wrong of [[other.owner.userId], [999_999_999], [-1], [2 ** 40], 'nobody']) {
      expect(await set(wrong)).toMatchObject(refused);
    }
    await set([]);
    expect(await profileOf(who, who.member)).toEqual({});
  });

  it.each([
    [1, 'x'.repeat(51)],
    [2, 'x'.repeat(501)],
    [3, '2'],
    [3, 'toString'],
    [4, '2023-02-29'],
    [4, '01/02/2023'],
    [5, 'javascript:alert(1)'],
    [5, 'nowhere'],
    [7, 'x'.repeat(51)],
    [8, [1]],
  ])('are refused for type %i: %p', async (type, value) => {
    const who = await scene();
    const fieldData = { 3: CHOICES, 7: { subtype: 'github' } }[type];
    const id = await makeField(who, type, { field_data: fieldData });
    const data = [{ id, value }];
    expect(await who.member.client.patch('users/me/profile_data', { data })).toMatchObject(refused);
    expect(await profileOf(who, who.member)).toEqual({});
  });

  it('are changed all or none, and only of existing fields', async () => {
    const who = await scene();
    const other = await scene();
    const id = await makeField(who, 1);
    const foreign = await makeField(other, 1);
    for (const wrong of [foreign, 999_999_999]) {
      const data = [
        { id, value: 'Kept' },
        { id: wrong, value: 'Lost' },
      ];
      expect(await who.member.client.patch('users/me/profile_data', { data })).toMatchObject(
        refused,
      );
    }
    for (const wrong of [5, { a: 1 }, ['a']]) {
      const data = [{ id, value: wrong }];
      expect(await who.member.client.patch('users/me/profile_data', { data })).toMatchObject(
        refused,
      );
    }
    expect(await profileOf(who, who.member)).toEqual({});
  });

  it('are changed by administrators only if the field says so', async () => {
    const who = await scene();
    const { owner, member } = who;
    const id = await makeField(who, 1, { editable_by_user: false });
    const data = [{ id, value: 'Team A' }];
    expect(await member.client.patch('users/me/profile_data', { data })).toMatchObject(refused);
    await owner.client.expect('PATCH', `users/${member.userId}`, { profile_data: data });
    expect(await profileOf(who, member)).toMatchObject({ [id]: { value: 'Team A' } });
    expect(await member.client.delete('users/me/profile_data', { data: [id] })).toMatchObject(
      refused,
    );
    const none = [{ id, value: null }];
    await owner.client.expect('PATCH', `users/${member.userId}`, { profile_data: none });
    expect(await profileOf(who, member)).toEqual({});
  });

  it('do not exist for bots', async () => {
    const who = await scene();
    const bot = await createUser(test, who.realm, { bot: { type: 1, ownerId: who.owner.userId } });
    const id = await makeField(who, 1);
    const data = [{ id, value: 'A bot' }];
    expect(await bot.client.patch('users/me/profile_data', { data })).toMatchObject(refused);
  });
});

describe('each user', () => {
  it('receives fields and values', async () => {
    const who = await scene();
    const { realm, owner, member } = who;
    const guest = await createUser(test, realm, { role: Role.Guest });
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: owner.userId } });
    const observers = observersOf(realm, { owner, member, guest, bot });
    const verify = (act: () => Promise<unknown>): Promise<unknown> =>
      verifyEvents(test, observers, act);
    let [text, choice] = [0, 0];
    await verify(async () => (text = await makeField(who, 1)));
    await verify(async () => (choice = await makeField(who, 3, { field_data: CHOICES })));
    const data = [
      { id: text, value: 'A *place*' },
      { id: choice, value: '1' },
    ];
    await verify(() => member.client.expect('PATCH', 'users/me/profile_data', { data }));
    await verify(() =>
      owner.client.expect('PATCH', `users/${guest.userId}`, { profile_data: data }),
    );
    const { 0: red } = CHOICES;
    await verify(() =>
      owner.client.expect('PATCH', `realm/profile_fields/${choice}`, { field_data: { '0': red } }),
    );
    await verify(() =>
      owner.client.expect('PATCH', 'realm/profile_fields', { order: [choice, text] }),
    );
    await verify(() =>
      member.client.expect('DELETE', 'users/me/profile_data', { data: [text, choice] }),
    );
    await verify(() => owner.client.expect('DELETE', `realm/profile_fields/${text}`));
  });
});
