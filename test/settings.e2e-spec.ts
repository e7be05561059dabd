// Each personal setting, of users and as a default for new users.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import { documentedOperations } from './contract.js';
import { TestQueue, type WireEvent } from './event-queue.js';
import {
  changeRealmSettings,
  createPeople,
  createRealm,
  createUser,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let member: TestUser;
let other: TestUser;
await newRealm();

async function newRealm(): Promise<void> {
  ({ realm, owner, member, other } = await createScene(test, { member: {}, other: {} }));
}

async function state(user: TestUser, type = 'user_settings'): Promise<Record<string, unknown>> {
  const registered = await user.client.expect('POST', 'register', { fetch_event_types: [type] });
  return registered[type] as Record<string, unknown>;
}

function failure({ status, body }: Answer): unknown[] {
  return [status, body['code']];
}

const REFUSED = [400, 'BAD_REQUEST'];

interface SettingCase {
  name: string;
  type: unknown;
  allowed: unknown[];
}

/** Values without a list in the contract. */
const EXAMPLES: Record<string, unknown[]> = {
  default_language: ['de', 'pt-br', 'en'],
  notification_sound: ['ding', 'none', 'chime', 'zulip'],
  web_font_size_px: [14, 20, 16],
  web_line_height_percent: [120, 150, 140],
  email_notifications_batching_period_seconds: [300, 60, 120],
  timezone: ['Europe/Berlin', 'UTC', ''],
  full_name: ['Another Name', 'Sample Member'],
};

/** Parameters that are not settings, or have their own tests (email-change, passwords). */
const OTHERS = ['target_users', 'email', 'old_password', 'new_password'];

/** Read from the contract, to compare it with the catalogue. */
function casesOf(path: string): SettingCase[] {
  const operation = documentedOperations().find((one) => one.path === `/api/v1/${path}`)!;
  return operation.parameters
    .filter(({ name }) => !OTHERS.includes(name))
    .map(({ name, schema }) => {
      const { type, enum: listed } = schema as { type: unknown; enum?: unknown[] };
      const isFlag = type === 'boolean' || (Array.isArray(type) && type.includes('boolean'));
      return { name, type, allowed: listed ?? (isFlag ? [true, false] : EXAMPLES[name]!) };
    });
}

function refusedValues({ name, type }: SettingCase): unknown[] {
  if (name === 'full_name') return ['', 'x', 'a*b'];
  if (name === 'timezone') return ['Europe/Nowhere', '+01:00', 'Berlin'];
  if (type === 'string') return ['', 'unheard of'];
  if (type === 'integer')
    return [0, -1, '1.5', '"1"', 'true', 2 ** 31, 'x'].slice(name.endsWith('seconds') ? 1 : 0);
  return [type === 'boolean' ? 'null' : '2', 1, '"true"', 'yes', ''];
}

const own = casesOf('settings');

it('the contract and this test have all of them', () => {
  expect(own.length).toBeGreaterThan(60);
  expect(own.filter(({ allowed }) => allowed.length < 2)).toEqual([]);
});

describe.each(own)('the setting $name', (setting) => {
  const { name, allowed } = setting;

  const [first, second] = allowed;

  it('accepts each allowed value, publishes it to the clients of the user, and is part of the registered state', async () => {
    for (const value of [...allowed, first]) {
      await member.client.expect('PATCH', 'settings', { [name]: value });
      if (name !== 'full_name') expect((await state(member))[name]).toEqual(value);
    }
    const seen = await verifyEvents(test, observersOf(realm, { member, other }), async () => {
      await member.client.expect('PATCH', 'settings', { [name]: second });
      const again = await member.client.expect('PATCH', 'settings', { [name]: second });
      expect(again['ignored_parameters_unsupported']).toEqual([name]);
    });
    const isSetting = ({ type }: WireEvent): boolean => type === 'user_settings';
    expect(seen.get('member')!.filter(isSetting)).toMatchObject(
      name === 'full_name' ? [] : [{ op: 'update', property: name, value: second }],
    );
    expect(seen.get('other')!.filter(isSetting)).toEqual([]);
  });

  it('refuses other values and stays as it is', async () => {
    const before = await state(member);
    for (const value of refusedValues(setting)) {
      const answer = await member.client.patch('settings', { color_scheme: 3, [name]: value });
      expect([value, ...failure(answer)]).toEqual([value, ...REFUSED]);
    }
    expect(await state(member)).toEqual(before);
  });
});

describe('several settings at once', () => {
  beforeEach(newRealm);

  it('are all changed, with unknown and unchanged ones listed', async () => {
    const answer = await member.client.expect('PATCH', 'settings', {
      color_scheme: 2,
      enter_sends: false,
      default_language: 'de',
      enable_everything: true,
    });
    expect(answer['ignored_parameters_unsupported']).toEqual(['enable_everything', 'enter_sends']);
    expect(await state(member)).toMatchObject({ color_scheme: 2, default_language: 'de' });
  });

  it('are changed all or none', async () => {
    const answer = await member.client.patch('settings', { color_scheme: 2, full_name: 'x' });
    expect(failure(answer)).toEqual(REFUSED);
    expect(await state(member)).toMatchObject({ color_scheme: 1 });
  });

  it('include the name of a language', async () => {
    const seen = await verifyEvents(test, observersOf(realm, { member }), () =>
      member.client.expect('PATCH', 'settings', { default_language: 'de' }),
    );
    expect(seen.get('member')).toMatchObject([
      { property: 'default_language', value: 'de', language_name: 'Deutsch' },
    ]);
  });

  it('do not exist for bots', async () => {
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: owner.userId } });
    expect(failure(await bot.client.patch('settings', { color_scheme: 2 }))).toEqual(REFUSED);
  });

  it('show the time zone to all users', async () => {
    const seen = await verifyEvents(test, observersOf(realm, { member, other }), () =>
      member.client.expect('PATCH', 'settings', { timezone: 'Europe/Berlin' }),
    );
    expect(seen.get('other')).toMatchObject([
      { type: 'realm_user', person: { user_id: member.userId, timezone: 'Europe/Berlin' } },
    ]);
    const { user } = await other.client.expect('GET', `users/${member.userId}`);
    expect(user).toMatchObject({ timezone: 'Europe/Berlin' });
  });

  it('do not change a name if the organization forbids it, except for administrators', async () => {
    await changeRealmSettings(test, realm, { name_changes_disabled: true });
    const fullName = { full_name: 'New Name' };
    expect(failure(await member.client.patch('settings', fullName))).toEqual(REFUSED);
    expect(failure(await owner.client.patch('settings', fullName))).toEqual([200, undefined]);
  });
});

describe('the settings of others', () => {
  beforeEach(newRealm);

  async function schemes(...users: TestUser[]): Promise<unknown[]> {
    const states = await Promise.all(users.map((user) => state(user)));
    return states.map(({ color_scheme: scheme }) => scheme);
  }

  it('are changed by administrators, by user ids and by groups with subgroups', async () => {
    const third = await createUser(test, realm);
    const { group_id: inner } = await owner.client.expect('POST', 'user_groups/create', {
      name: 'Inner',
      description: '',
      members: [other.userId],
    });
    const { group_id: outer } = await owner.client.expect('POST', 'user_groups/create', {
      name: 'Outer',
      description: '',
      members: [],
      subgroups: [inner],
    });
    const seen = await verifyEvents(
      test,
      observersOf(realm, { owner, member, other, third }),
      async () => {
        const answer = await owner.client.expect('PATCH', 'settings', {
          color_scheme: 2,
          enter_sends: false,
          target_users: { user_ids: [member.userId], group_ids: [outer] },
        });
        expect(answer['ignored_parameters_unsupported']).toEqual(['enter_sends']);
      },
    );
    expect(await schemes(owner, member, other, third)).toEqual([1, 2, 2, 1]);
    expect(seen.get('other')).toMatchObject([{ property: 'color_scheme', value: 2 }]);
    expect([seen.get('owner'), seen.get('third')]).toEqual([[], []]);
  });

  it('are changed for all users through a system group', async () => {
    const guest = await createUser(test, realm, { role: Role.Guest });
    const { user_groups: groups } = await owner.client.expect('GET', 'user_groups');
    const idOf = (name: string): unknown =>
      (groups as Record<string, unknown>[]).find((group) => group['name'] === name)!['id'];
    const change = (name: string, scheme: number): Promise<unknown> =>
      owner.client.expect('PATCH', 'settings', {
        color_scheme: scheme,
        target_users: { group_ids: [idOf(name)] },
      });
    await change('role:everyone', 2);
    expect(await schemes(owner, member, guest)).toEqual([2, 2, 2]);
    await change('role:members', 3);
    expect(await schemes(owner, member, guest)).toEqual([3, 3, 2]);
    await change('role:administrators', 1);
    expect(await schemes(owner, member, guest)).toEqual([1, 3, 2]);
  });

  it('keep values that users changed, on request', async () => {
    await member.client.expect('PATCH', 'settings', {
      color_scheme: 3,
      timezone: 'UTC',
      email_address_visibility: 3,
    });
    const users = [member, other];
    const change = {
      color_scheme: 2,
      fluid_layout_width: true,
      timezone: 'Europe/Berlin',
      email_address_visibility: 2,
    };
    await owner.client.expect('PATCH', 'settings', {
      ...change,
      target_users: {
        user_ids: users.map(({ userId }) => userId),
        skip_if_already_edited: true,
      },
    });
    const kept = { color_scheme: 3, timezone: 'UTC', email_address_visibility: 3 };
    expect(await state(member)).toMatchObject({ ...kept, fluid_layout_width: true });
    expect(await state(other)).toMatchObject(change);

    // Changes by an administrator do not count as changes by the user.
    await owner.client.expect('PATCH', 'settings', {
      color_scheme: 1,
      target_users: { user_ids: [other.userId], skip_if_already_edited: true },
    });
    expect(await schemes(other)).toEqual([1]);
    await owner.client.expect('PATCH', 'settings', {
      color_scheme: 1,
      target_users: { user_ids: [member.userId] },
    });
    expect(await schemes(member)).toEqual([1]);
  });

  it.each([
    ['an unknown person', { user_ids: [2_000_000] }],
    ['an unknown group', { group_ids: [2_000_000] }],
    ['a list that is none', { user_ids: 'all' }],
    ['no object', [1]],
  ])('cannot be changed for %s', async (_name, targets) => {
    const answer = await owner.client.patch('settings', { color_scheme: 2, target_users: targets });
    expect(failure(answer)).toEqual(REFUSED);
  });

  it('cannot be changed for foreign users, bots and deactivated users', async () => {
    const elsewhere = await createRealm(test);
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: owner.userId } });
    for (const { userId } of [elsewhere.owner, bot]) {
      const answer = await owner.client.patch('settings', {
        color_scheme: 2,
        target_users: { user_ids: [member.userId, userId] },
      });
      expect(failure(answer)).toEqual(REFUSED);
    }
    const { user_groups: groups } = await elsewhere.owner.client.expect('GET', 'user_groups');
    const [group] = groups as { id: number }[];
    const answer = await owner.client.patch('settings', {
      color_scheme: 2,
      target_users: { group_ids: [group!.id] },
    });
    expect(failure(answer)).toEqual(REFUSED);
    expect(await schemes(member, elsewhere.owner)).toEqual([1, 1]);
  });

  it.each([
    ['member', Role.Member, 400],
    ['moderator', Role.Moderator, 400],
    ['administrator', Role.Administrator, 200],
  ])('are changed by a %s: %i', async (_name, role, status) => {
    const { client } = await createUser(test, realm, { role });
    const answer = await client.patch('settings', {
      color_scheme: 2,
      target_users: { user_ids: [member.userId] },
    });
    expect(answer.status).toBe(status);
    expect(await schemes(member)).toEqual([status === 200 ? 2 : 1]);
  });

  it.each([
    ['full_name', 'New Name'],
    ['allow_private_data_export', true],
  ])('exclude consent: %s', async (name, value) => {
    const answer = await owner.client.patch('settings', {
      [name]: value,
      target_users: { user_ids: [member.userId] },
    });
    expect(failure(answer)).toEqual(REFUSED);
  });

  it('are changed for thousands at once', async () => {
    const ids = await createPeople(test, realm, 2_000);
    await owner.client.expect('PATCH', 'settings', {
      color_scheme: 2,
      web_home_view: 'recent',
      target_users: { user_ids: ids },
    });
    const answer = await owner.client.expect('PATCH', 'settings', {
      color_scheme: 2,
      web_home_view: 'recent',
      target_users: { user_ids: ids },
    });
    expect(answer['ignored_parameters_unsupported']).toEqual(['color_scheme', 'web_home_view']);
  });

  it('publish the addresses of hundreds of users in a few rows of the event log', async () => {
    const people = await createPeople(test, realm, 400);
    const seen = await verifyEvents(test, observersOf(realm, { owner, member }), () =>
      owner.client.expect('PATCH', 'settings', {
        email_address_visibility: 3,
        target_users: { user_ids: people },
      }),
    );
    const hidden = seen
      .get('member')!
      .filter(({ person }) => 'delivery_email' in (person as object));
    expect(hidden.map(({ person }) => person)).toEqual(
      people.map((user_id) => ({ user_id, delivery_email: null })),
    );
    expect(seen.get('owner')!.some(({ person }) => 'delivery_email' in (person as object))).toBe(
      false,
    );
    const [log] = await test.app.get(Database).query<{ rows: number; length: number }>(
      `SELECT count(*)::integer AS rows,
         sum(length(payload::text) + length(audience::text))::integer AS length
       FROM event_log
       WHERE realm_id = $1 AND type = 'realm_user' AND payload ->> 'op' = 'email_visibility'`,
      [realm.realmId],
    );
    expect(log!.rows).toBe(2);
    expect(log!.length).toBeLessThan(people.length * 500);
  });
});

it('the default is a clock of twelve hours', async () => {
  const { owner: user } = await createScene(test);
  const registered = await user.client.expect('POST', 'register', {
    fetch_event_types: ['user_settings', 'realm_user_settings_defaults'],
  });
  for (const name of ['user_settings', 'realm_user_settings_defaults']) {
    expect(registered[name]).toMatchObject({ twenty_four_hour_time: false });
  }
  for (const twenty_four_hour_time of [null, true, null, false]) {
    await user.client.expect('PATCH', 'settings', { twenty_four_hour_time });
    const { user_settings: settings } = await user.client.expect('POST', 'register', {
      fetch_event_types: ['user_settings'],
    });
    expect(settings).toMatchObject({ twenty_four_hour_time });
  }
});

const defaults = casesOf('realm/user_settings_defaults');

const EVENT = 'realm_user_settings_defaults';

describe.each(defaults)('$name for new users', (setting) => {
  const { name, allowed } = setting;
  const path = 'realm/user_settings_defaults';

  it('accepts each allowed value and publishes it to all users', async () => {
    for (const value of allowed) {
      const queue = await TestQueue.register(other.client, { event_types: [EVENT] });
      await owner.client.expect('PATCH', path, { [name]: value });
      for (const event of await queue.all()) {
        expect(event).toMatchObject({
          type: 'realm_user_settings_defaults',
          property: name,
          value,
        });
      }
      expect((await state(other, 'realm_user_settings_defaults'))[name]).toEqual(value);
    }
    const answer = await owner.client.expect('PATCH', path, { [name]: allowed.at(-1) });
    expect(answer['ignored_parameters_unsupported']).toEqual([name]);
  });

  it('refuses other values, and users without the permission', async () => {
    for (const value of refusedValues(setting)) {
      expect(failure(await owner.client.patch(path, { [name]: value }))).toEqual(REFUSED);
    }
    const answer = await member.client.patch(path, { [name]: allowed[0] });
    expect(failure(answer)).toEqual(REFUSED);
  });
});

it.each(['settings/notifications', 'settings/display'])('%s changes all settings', async (path) => {
  await newRealm();
  const seen = await verifyEvents(test, observersOf(realm, { member }), () =>
    member.client.expect('PATCH', path, { enable_sounds: false, color_scheme: 2 }),
  );
  expect(seen.get('member')).not.toEqual([]);
  expect(await state(member)).toMatchObject({ enable_sounds: false, color_scheme: 2 });
});

describe('new users', () => {
  beforeEach(newRealm);

  it('have defaults that events keep current', async () => {
    const seen = await verifyEvents(test, observersOf(realm, { owner, other }), () =>
      owner.client.expect('PATCH', 'realm/user_settings_defaults', {
        color_scheme: 2,
        enter_sends: true,
        web_home_view: 'inbox',
      }),
    );
    expect(seen.get('other')).toHaveLength(2);
  });

  it('start with the defaults of the organization, without changes for others', async () => {
    await owner.client.expect('PATCH', 'realm/user_settings_defaults', {
      color_scheme: 2,
      web_home_view: 'recent',
    });
    const newUser = await createUser(test, realm);
    expect(await state(newUser)).toMatchObject({ color_scheme: 2, web_home_view: 'recent' });
    expect(await state(member)).toMatchObject({ color_scheme: 1, web_home_view: 'inbox' });
  });

  it('start with the language of the organization', async () => {
    await owner.client.expect('PATCH', 'realm', { default_language: 'de' });
    expect(await state(await createUser(test, realm))).toMatchObject({ default_language: 'de' });
    expect(await state(member)).toMatchObject({ default_language: 'en' });
  });

  it('have no defaults for settings that need consent', async () => {
    const answer = await owner.client.expect('PATCH', 'realm/user_settings_defaults', {
      allow_private_data_export: true,
      enable_marketing_emails: false,
    });
    expect(answer['ignored_parameters_unsupported']).toEqual([
      'allow_private_data_export',
      'enable_marketing_emails',
    ]);
  });
});

describe('POST /zcommand', () => {
  const run = (command: string, user = member): Promise<Answer> =>
    user.client.post('zcommand', { command });

  it('answers /ping, and changes nothing', async () => {
    const before = await state(member);
    const { body } = await run('/ping');
    expect(body).toEqual({ result: 'success', msg: '' });
    expect(await state(member)).toEqual(before);
  });

  it.each([
    ['/dark', { color_scheme: 2 }, '/light'],
    ['/night', { color_scheme: 2 }, '/light'],
    ['/light', { color_scheme: 3 }, '/dark'],
    ['/day', { color_scheme: 3 }, '/dark'],
    ['/fluid-width', { fluid_layout_width: true }, '/fixed-width'],
    ['/fixed-width', { fluid_layout_width: false }, '/fluid-width'],
  ])('%s sets %j, with an event', async (command, values, opposite) => {
    const user = await createUser(test, realm);
    await run(opposite, user);
    const observers = observersOf(realm, { user, owner });
    const seen = await verifyEvents(test, observers, async () => {
      const { status, body } = await run(command, user);
      expect([status, body['msg']]).toEqual([200, expect.stringContaining(`\`${opposite}\``)]);
      expect((await run(command, user)).body['msg']).toMatch(/already on/);
    });
    expect(await state(user)).toMatchObject(values);
    const [property, value] = Object.entries<unknown>(values)[0]!;
    expect(seen.get('user')).toMatchObject([{ type: 'user_settings', property, value }]);
    expect(seen.get('owner')).toEqual([]);
  });

  it.each(['ping', '/unknown', '/', '', '/DARK', '/dark now'])('refuses %j', async (command) => {
    expect(failure(await run(command))).toEqual(REFUSED);
  });

  it('is refused for bots', async () => {
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
    expect(failure(await run('/dark', bot))).toEqual(REFUSED);
    expect((await run('/ping', bot)).status).toBe(200);
  });
});
