// Each setting of an organization: accepted values, permissions and events.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import { documentedOperations } from './contract.js';
import { TestQueue } from './event-queue.js';
import { createRealm, subscribe, type TestRealm, type TestUser } from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
let groupIds: Record<string, number>;
await newRealm();

async function newRealm(): Promise<void> {
  ({ realm, owner, admin, member } = await createScene(test, {
    admin: { role: Role.Administrator },
    member: {},
  }));
  const { user_groups: groups } = await owner.client.expect('GET', 'user_groups');
  groupIds = Object.fromEntries(
    (groups as { name: string; id: number }[]).map(({ name, id }) => [name, id]),
  );
}

async function state(user = member): Promise<Record<string, unknown>> {
  return user.client.expect('POST', 'register', { fetch_event_types: ['realm'] });
}

function failure({ status, body }: Answer): unknown[] {
  return [status, body['code']];
}

const OWNERS_ONLY = [
  'authentication_methods',
  'invite_required',
  'emails_restricted_to_domains',
  'waiting_period_threshold',
  'message_retention_days',
  'can_create_groups',
  'can_create_web_public_channel_group',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_manage_billing_group',
  'create_multiuse_invite_group',
];

/** The sent value, the registered value, and refused values. */
interface SettingCase {
  name: string;
  allowed: { sent: unknown; shown: unknown }[];
  refused: unknown[];
  code: string;
}

const same = (...values: unknown[]): SettingCase['allowed'] =>
  values.map((value) => ({ sent: value, shown: value }));

const UNLIKE_A_FLAG = [1, '"true"', 'yes', '', 'null'];
const DURATION = {
  allowed: [
    { sent: 60, shown: 60 },
    { sent: 'unlimited', shown: null },
    { sent: '"unlimited"', shown: null },
    { sent: 7200, shown: 7200 },
  ],
  refused: [0, -1, '"never"', 2 ** 31],
  code: 'REQUEST_VARIABLE_INVALID',
};

const SPECIAL: Record<string, Omit<SettingCase, 'name' | 'code'> & { code?: string }> = {
  name: { allowed: same('Other Organization', 'N'), refused: ['', '  ', 'x'.repeat(41)] },
  description: { allowed: same('**Ours**', ''), refused: ['x'.repeat(1001)] },
  org_type: { allowed: same(10, 1000, 0), refused: [5, -1, 'x'] },
  default_language: { allowed: same('de', 'fr'), refused: ['', 'xx'] },
  authentication_methods: {
    allowed: [{ sent: { Email: true }, shown: { Email: { enabled: true, available: true } } }],
    refused: [{ Email: false }, { Magic: true }, { Email: 1 }, [], 'x'],
  },
  waiting_period_threshold: { allowed: same(3, 0), refused: [-1, 100_001, '"1"'] },
  message_retention_days: {
    ...DURATION,
    allowed: [
      { sent: 'unlimited', shown: -1 },
      { sent: '"unlimited"', shown: -1 },
      { sent: -1, shown: -1 },
    ],
    refused: [0, -2, '"never"', 2 ** 31],
  },
  default_code_block_language: { allowed: same('python', ''), refused: ['x'.repeat(101)] },
  gif_rating_policy: { allowed: same(0, 3, 2), refused: [1, 6] },
  video_chat_provider: { allowed: same(0, 1), refused: [2, 3, 9] },
  jitsi_server_url: {
    allowed: [
      { sent: 'https://meet.example.com', shown: 'https://meet.example.com' },
      { sent: 'default', shown: null },
    ],
    refused: ['', 'meet', 'ftp://example.com', `https://example.com/${'x'.repeat(200)}`],
  },
  digest_weekday: { allowed: same(0, 6), refused: [7, -1] },
  welcome_message_custom_text: { allowed: same('Hello!', ''), refused: ['x'.repeat(8001)] },
};

const parameters = documentedOperations().find(
  ({ method, path }) => method === 'PATCH' && path === '/api/v1/realm',
)!.parameters;

const plain = parameters
  .filter(({ name }) => !/_group$|_groups$|_stream_id$|_channel_id$/.test(name))
  .map(({ name, schema }): SettingCase => {
    const { type, enum: listed } = schema as { type: unknown; enum?: unknown[] };
    const special = name.endsWith('_limit_seconds') ? DURATION : SPECIAL[name];
    if (special) return { name, code: 'BAD_REQUEST', ...special };
    const code = 'BAD_REQUEST';
    if (listed) return { name, allowed: same(...listed), refused: ['x', 99], code };
    expect(type).toBe('boolean');
    return { name, allowed: same(true, false), refused: UNLIKE_A_FLAG, code };
  });

const permissions = parameters.map(({ name }) => name).filter((name) => /_groups?$/.test(name));
const channels = parameters
  .map(({ name }) => name)
  .filter((name) => /_(stream|channel)_id$/.test(name));

it('the contract has all of them', () => {
  expect(plain.length).toBeGreaterThan(35);
  expect([permissions.length, channels.length]).toEqual([25, 4]);
});

describe.each(plain)('the setting $name', ({ name, allowed, refused, code }) => {
  it('accepts each allowed value, which is part of the registered state', async () => {
    for (const { sent, shown } of allowed) {
      await owner.client.expect('PATCH', 'realm', { [name]: sent });
      expect((await state())[`realm_${name}`]).toEqual(shown);
    }
  });

  it('publishes each change once to all users', async () => {
    const seen = await verifyEvents(test, observersOf(realm, { owner, member }), async () => {
      for (const { sent } of [...allowed, allowed[0]!]) {
        await owner.client.expect('PATCH', 'realm', { [name]: sent });
        await owner.client.expect('PATCH', 'realm', { [name]: sent });
      }
    });
    const values = seen.get('member')!.flatMap((event) => {
      if (event.type !== 'realm') return [];
      if (event.op === 'update') return event['property'] === name ? [event['value']] : [];
      const data = event['data'] as Record<string, unknown>;
      return name in data ? [data[name]] : [];
    });
    const shown = [...allowed, allowed[0]!].map((value) => JSON.stringify(value.shown));
    const changes = shown.filter((value, index) => index === 0 || value !== shown[index - 1]);
    expect(values.map((value) => JSON.stringify(value)).slice(-changes.length + 1)).toEqual(
      changes.slice(1),
    );
  });

  it('refuses other values without a change', async () => {
    const before = await state();
    for (const value of refused) {
      const answer = await owner.client.patch('realm', { [name]: value });
      expect([value, ...failure(answer)]).toEqual([value, 400, code]);
      if (code === 'REQUEST_VARIABLE_INVALID') expect(answer.body['var_name']).toBe(name);
    }
    expect((await state())[`realm_${name}`]).toEqual(before[`realm_${name}`]);
  });

  it('is changed by those who may', async () => {
    const value = allowed[0]!.sent;
    expect(failure(await member.client.patch('realm', { [name]: value }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    const byAdmin = await admin.client.patch('realm', { [name]: value });
    expect(byAdmin.status).toBe(OWNERS_ONLY.includes(name) ? 400 : 200);
  });
});

const FOR_GUESTS = [
  'can_access_all_users_group',
  'can_delete_own_message_group',
  'can_mention_many_users_group',
  'can_move_messages_between_topics_group',
  'can_resolve_topics_group',
  'can_set_topics_policy_group',
  'can_summarize_topics_group',
  'direct_message_initiator_group',
  'direct_message_permission_group',
  'workplace_users_group',
];

it('refuses retention in days, because messages are not deleted by age', async () => {
  const before = (await state())['realm_message_retention_days'];
  for (const days of [1, 30, 365]) {
    expect(await owner.client.patch('realm', { message_retention_days: days })).toMatchObject({
      status: 400,
      body: {
        code: 'BAD_REQUEST',
        msg: expect.stringContaining('does not delete messages by age'),
      },
    });
  }
  expect((await state())['realm_message_retention_days']).toBe(before);
});

describe.each(permissions)('the permission %s', (name) => {
  /** The documented rules of the permission in the registered state. */
  interface Supported {
    require_system_group: boolean;
    allow_nobody_group: boolean;
    allow_everyone_group: boolean;
    allowed_system_groups: string[];
  }

  async function supported(): Promise<Supported> {
    const { server_supported_permission_settings: all } = await state();
    return (all as { realm: Record<string, Supported> }).realm[name]!;
  }

  it('can be granted to every accepted group, and to no other', async () => {
    const rules = await supported();
    for (const [group, id] of Object.entries(groupIds)) {
      const isAccepted =
        group !== 'role:internet' &&
        (group !== 'role:nobody' || rules.allow_nobody_group) &&
        (group !== 'role:everyone' || rules.allow_everyone_group) &&
        (rules.allowed_system_groups.length === 0 || rules.allowed_system_groups.includes(group));
      const { status } = await owner.client.patch('realm', { [name]: { new: id } });
      expect([group, status]).toEqual([group, isAccepted ? 200 : 400]);
      if (isAccepted) expect((await state())[`realm_${name}`]).toBe(id);
    }
  });

  it('can be given to everyone where guests may have it', async () => {
    const { allow_everyone_group: isAllowed } = await supported();
    expect(isAllowed).toBe(FOR_GUESTS.includes(name));
  });

  it('can be granted to users too, unless it is for system groups only', async () => {
    const rules = await supported();
    const people = { direct_members: [member.userId], direct_subgroups: [] };
    const answer = await owner.client.patch('realm', { [name]: { new: people } });
    if (rules.require_system_group) {
      expect(failure(answer)).toEqual([400, 'SYSTEM_GROUP_REQUIRED']);
      expect(answer.body['setting_name']).toBe(name);
    } else {
      expect(answer.status).toBe(200);
      expect((await state())[`realm_${name}`]).toEqual(people);
    }
  });

  it('is published to all users, and changes only with the expected old value', async () => {
    const rules = await supported();
    const [one, other] = rules.allowed_system_groups.includes('role:everyone')
      ? [groupIds['role:everyone']!, groupIds['role:members']!]
      : [groupIds['role:administrators']!, groupIds['role:moderators']!];
    await owner.client.expect('PATCH', 'realm', { [name]: { new: one } });
    const seen = await verifyEvents(test, observersOf(realm, { owner, member }), async () => {
      await owner.client.expect('PATCH', 'realm', { [name]: { new: other, old: one } });
      await owner.client.expect('PATCH', 'realm', { [name]: { new: other, old: other } });
    });
    expect(seen.get('member')![0]).toMatchObject({ op: 'update_dict', data: { [name]: other } });
    const late = await owner.client.patch('realm', { [name]: { new: one, old: one } });
    expect(failure(late)).toEqual([400, 'EXPECTATION_MISMATCH']);
    for (const value of [{ new: 2_000_000 }, { new: 'x' }, {}, 5, { new: one, more: 1 }]) {
      const answer = await owner.client.patch('realm', { [name]: value });
      expect(failure(answer)).toEqual([400, 'BAD_REQUEST']);
    }
    expect((await state())[`realm_${name}`]).toBe(other);
  });

  it('is changed by those who may', async () => {
    const rules = await supported();
    const id = groupIds[rules.allowed_system_groups[0] ?? 'role:moderators'];
    const byMember = await member.client.patch('realm', { [name]: { new: id } });
    expect(failure(byMember)).toEqual([400, 'BAD_REQUEST']);
    const byAdmin = await admin.client.patch('realm', { [name]: { new: id } });
    expect(byAdmin.status).toBe(OWNERS_ONLY.includes(name) ? 400 : 200);
  });
});

describe.each(channels)('the channel of %s', (name) => {
  it('is one that the administrator can access, or none', async () => {
    const id = await subscribe(admin, `channel ${name}`);
    const seen = await verifyEvents(test, observersOf(realm, { owner, member }), () =>
      admin.client.expect('PATCH', 'realm', { [name]: id }),
    );
    expect(seen.get('member')).toMatchObject([{ op: 'update_dict', data: { [name]: id } }]);
    const elsewhere = await createRealm(test);
    const foreign = await subscribe(elsewhere.owner, 'foreign');
    await owner.client.expect('DELETE', `streams/${await subscribe(owner, `old ${name}`)}`);
    const { stream_id: archived } = await owner.client.expect('GET', 'get_stream_id', {
      stream: `old ${name}`,
    });
    for (const value of [2_000_000, foreign, archived, -2, '"x"']) {
      const answer = await owner.client.patch('realm', { [name]: value });
      expect([value, ...failure(answer)]).toEqual([value, 400, 'BAD_REQUEST']);
    }
    expect((await state())[`realm_${name}`]).toBe(id);
    await owner.client.expect('PATCH', 'realm', { [name]: -1 });
    expect((await state())[`realm_${name}`]).toBe(-1);
  });
});

describe('an organization', () => {
  beforeEach(newRealm);

  it('changes several settings in one event, all or none', async () => {
    const seen = await verifyEvents(test, observersOf(realm, { owner, member }), async () => {
      await owner.client.expect('PATCH', 'realm', {
        name: 'New Name',
        description: 'With **care**',
        topics_policy: 'disable_empty_topic',
        unheard_of: 1,
      });
      const refused = await owner.client.patch('realm', { name: 'Other', digest_weekday: 9 });
      expect(failure(refused)).toEqual([400, 'BAD_REQUEST']);
    });
    expect(seen.get('member')).toMatchObject([
      {
        op: 'update_dict',
        property: 'default',
        data: {
          name: 'New Name',
          description: 'With **care**',
          rendered_description: '<p>With <strong>care</strong></p>',
          topics_policy: 'disable_empty_topic',
          mandatory_topics: true,
        },
      },
    ]);
    const settings = await realm.anonymous.expect('GET', 'server_settings');
    expect(settings).toMatchObject({
      realm_name: 'New Name',
      realm_description: '<p>With <strong>care</strong></p>',
    });
  });

  it('makes members full members when the waiting period is shortened', async () => {
    await owner.client.expect('PATCH', 'realm', { waiting_period_threshold: 5 });
    const seen = await verifyEvents(test, observersOf(realm, { owner, member }), () =>
      owner.client.expect('PATCH', 'realm', { waiting_period_threshold: 0 }),
    );
    expect(seen.get('member')!.map(({ type, op }) => [type, op])).toEqual([
      ['realm', 'update_dict'],
      ['user_group', 'add_members'],
    ]);
  });

  it('applies its settings from the next request', async () => {
    await owner.client.expect('PATCH', 'realm', {
      can_create_public_channel_group: { new: groupIds['role:administrators'] },
    });
    const answer = await member.client.post('users/me/subscriptions', {
      subscriptions: [{ name: 'new channel' }],
    });
    expect(answer.status).toBe(400);
  });

  it('is deactivated by its owners', async () => {
    for (const user of [admin, member]) {
      const answer = await user.client.post('realm/deactivate');
      expect(failure(answer)).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    }
    for (const days of [0, 13, -1, 365_001]) {
      const answer = await owner.client.post('realm/deactivate', { deletion_delay_days: days });
      expect(failure(answer)).toEqual([400, 'BAD_REQUEST']);
    }
    const queue = await TestQueue.register(member.client);
    const poll = queue.poll();
    await owner.client.expect('POST', 'realm/deactivate', { deletion_delay_days: 30 });
    expect(await poll).toMatchObject([
      { type: 'realm', op: 'deactivated', realm_id: realm.realmId },
    ]);
    for (const user of [owner, member]) {
      expect(failure(await user.client.get('users/me'))).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('sends a test welcome message to the administrator', async () => {
    const queue = await TestQueue.register(admin.client, { event_types: ['message'] });
    const { message_id: id } = await admin.client.expect(
      'POST',
      'realm/test_welcome_bot_custom_message',
      { welcome_message_custom_text: 'Hello **you**' },
    );
    expect(await queue.all()).toMatchObject([
      { message: { id, content: 'Hello **you**', type: 'private' } },
    ]);
    for (const text of ['', ' ', 'x'.repeat(8001)]) {
      const answer = await admin.client.post('realm/test_welcome_bot_custom_message', {
        welcome_message_custom_text: text,
      });
      expect(failure(answer)).toEqual([400, 'BAD_REQUEST']);
    }
    const byMember = await member.client.post('realm/test_welcome_bot_custom_message', {
      welcome_message_custom_text: 'Hello',
    });
    expect(failure(byMember)).toEqual([400, 'BAD_REQUEST']);
  });
});
