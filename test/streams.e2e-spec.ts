// Channels: creation, permissions, listing.
import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import {
  changeRealmSettings,
  createRealm,
  createUser,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { statementWaits } from './lock-waits.js';
import { createScene } from './scene.js';

interface Channel extends Record<string, unknown> {
  stream_id: number;
  name: string;
}

const test = await sharedTestApp();
const { realm, owner, admin, moderator, member, guest } = await createScene(test, {
  admin: { role: Role.Administrator },
  moderator: { role: Role.Moderator },
  member: {},
  guest: { role: Role.Guest },
});
const groups = await test.app.get(GroupMembership).systemGroupIds(realm.realmId);

function create(user: TestUser, name: string, parameters: Parameters = {}): Promise<Answer> {
  return user.client.post('users/me/subscriptions', { subscriptions: [{ name }], ...parameters });
}

/** `refused: ` and the message, or `accepted`. */
function outcome({ status, body }: Answer): string {
  if (status === 200) return 'accepted';
  return `${String(body['code'])}: ${String(body['msg'])}`;
}

async function listed(user: TestUser, parameters: Parameters = {}): Promise<Channel[]> {
  const { streams } = await user.client.expect('GET', 'streams', parameters);
  return streams as Channel[];
}

async function names(user: TestUser, parameters: Parameters): Promise<string[]> {
  return (await listed(user, parameters)).map(({ name }) => name).toSorted();
}

async function find(user: TestUser, name: string): Promise<Channel | undefined> {
  const all = await listed(user, { include_all: true });
  return all.find((channel) => channel.name === name);
}

async function archive(streamId: number): Promise<void> {
  await test.app
    .get(Database)
    .query('UPDATE streams SET is_archived = true WHERE id = $1', [streamId]);
}

describe('the name of a new channel', () => {
  it('is trimmed', async () => {
    const name = unique('trimmed');
    expect(outcome(await create(member, `  ${name}\t`))).toBe('accepted');
    expect(await find(member, name)).toMatchObject({ name });
  });

  it.each([
    ['60 characters', 'n'.repeat(60)],
    ['60 characters outside of the basic plane', '🦜'.repeat(60)],
    ['letters of other scripts', 'зал ожидания'],
    ['punctuation', `a/b "c" <d> & e? #1 \\ %2f`],
    ['a zero-width joiner in an emoji', 'code 👩\u200d💻'],
  ])('can have %s', async (_what, name) => {
    expect(outcome(await create(member, name))).toBe('accepted');
    expect(await find(member, name)).toMatchObject({ name });
  });

  it.each([
    ['empty', '', "The channel's name cannot be empty"],
    ['blank', ' \u00a0 ', "The channel's name cannot be empty"],
    ['of 61 characters', 'n'.repeat(61), 'too long (limit: 60 characters)'],
    ['of 61 characters outside of the basic plane', '🦜'.repeat(61), 'too long'],
    ['with a control character', 'ab\u0007c', 'invalid character at position 3'],
    ['with a line break', '🦜\nb', 'invalid character at position 2'],
    ['with a noncharacter', 'a\ufdd0', 'invalid character at position 2'],
    ['with the last noncharacter', '\uffff', 'invalid character at position 1'],
  ])('cannot be %s', async (_what, name, reason) => {
    const answer = await create(member, name);
    expect(answer.body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    expect(answer.body['msg']).toContain(reason);
  });

  it.each(['\\ud83d', '\\ude00', '\\u0000'])('cannot contain %s', async (escape) => {
    const answer = await member.client.post('users/me/subscriptions', {
      subscriptions: `[{"name": "a${escape}"}]`,
    });
    expect(answer.body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  });

  it.each([
    ['Book Club', 'BOOK club'],
    ['Ärger', 'ärger'],
    ['ЧАЙ', 'чай'],
  ])('matches the channel %s regardless of case', async (first, second) => {
    expect(outcome(await create(owner, first))).toBe('accepted');
    const { body } = await create(member, second);
    expect(body['subscribed']).toEqual({ [member.userId]: [first] });
    expect(await find(member, second)).toBeUndefined();
  });

  it('is used once, in whatever case it is repeated', async () => {
    const name = unique('repeated');
    const { body } = await member.client.post('users/me/subscriptions', {
      subscriptions: [{ name: name.toUpperCase() }, { name, description: 'the last one counts' }],
    });
    expect(body['subscribed']).toEqual({ [member.userId]: [name] });
    expect(await find(member, name)).toMatchObject({ description: 'the last one counts' });
  });

  it('can be that of a channel of another organization', async () => {
    const other = await createRealm(test);
    const name = unique('both');
    const here = await subscribe(member, name);
    expect(await subscribe(other.owner, name)).not.toBe(here);
  });
});

describe('the description of a new channel', () => {
  const describedAs = (name: string, description: string): Promise<Answer> =>
    member.client.post('users/me/subscriptions', { subscriptions: [{ name, description }] });

  it('is one line of Markdown', async () => {
    const name = unique('described');
    expect(outcome(await describedAs(name, ' two\r\nlines\nof **text** '))).toBe('accepted');
    expect(await find(member, name)).toMatchObject({
      description: 'two lines of **text**',
      rendered_description: '<p>two lines of <strong>text</strong></p>',
    });
  });

  it('can have 1024 characters and no more', async () => {
    expect(outcome(await describedAs(unique('long'), '🦜'.repeat(1024)))).toBe('accepted');
    expect(outcome(await describedAs(unique('long'), '🦜'.repeat(1025)))).toContain('too long');
  });

  it.each(['\u0007', '\t', '\u0085', '\ufdd0'])('cannot contain %j', async (character) => {
    const answer = await describedAs(unique('odd'), `🦜b${character}c`);
    expect(answer.body['msg']).toBe(
      "The channel's description has an invalid character at position 3",
    );
  });
});

describe('a new channel', () => {
  it('is public, without a retention limit, and open to all members', async () => {
    const name = unique('plain');
    const id = await subscribe(member, name);
    expect(await find(guest, name)).toBeUndefined();
    expect(await find(moderator, name)).toMatchObject({
      stream_id: id,
      description: '',
      rendered_description: '',
      creator_id: member.userId,
      invite_only: false,
      is_web_public: false,
      is_archived: false,
      history_public_to_subscribers: true,
      message_retention_days: null,
      topics_policy: 'inherit',
      folder_id: null,
      is_recently_active: true,
      stream_post_policy: 1,
      is_announcement_only: false,
      subscriber_count: 1,
      stream_weekly_traffic: null,
      can_add_subscribers_group: groups['role:nobody'],
      can_administer_channel_group: { direct_members: [member.userId], direct_subgroups: [] },
      can_create_topic_group: groups['role:everyone'],
      can_delete_any_message_group: groups['role:nobody'],
      can_delete_own_message_group: groups['role:nobody'],
      can_move_messages_out_of_channel_group: groups['role:nobody'],
      can_move_messages_within_channel_group: groups['role:nobody'],
      can_remove_subscribers_group: groups['role:administrators'],
      can_resolve_topics_group: groups['role:nobody'],
      can_send_message_group: groups['role:everyone'],
      can_subscribe_group: groups['role:nobody'],
    });
  });

  it.each<[string, Parameters, Parameters]>([
    [
      'private, with protected history',
      { invite_only: true },
      { invite_only: true, history_public_to_subscribers: false },
    ],
    [
      'private, with shared history',
      { invite_only: true, history_public_to_subscribers: true },
      { history_public_to_subscribers: true },
    ],
    [
      'public, always with shared history',
      { history_public_to_subscribers: false },
      { invite_only: false, history_public_to_subscribers: true },
    ],
    ['a default channel', { is_default_stream: true }, { is_default: true }],
    ['kept for ever', { message_retention_days: 'unlimited' }, { message_retention_days: -1 }],
    [
      'kept for ever (JSON)',
      { message_retention_days: '"unlimited"' },
      { message_retention_days: -1 },
    ],
    [
      'kept as usual',
      { message_retention_days: 'realm_default' },
      { message_retention_days: null },
    ],
    [
      'without topics',
      { topics_policy: 'empty_topic_only' },
      { topics_policy: 'empty_topic_only' },
    ],
    [
      'with topics',
      { topics_policy: '"disable_empty_topic"' },
      { topics_policy: 'disable_empty_topic' },
    ],
  ])('can be %s', async (_what, parameters, expected) => {
    const name = unique('kind');
    expect(outcome(await create(owner, name, parameters))).toBe('accepted');
    const all = await listed(owner, { include_all: true, include_default: true });
    expect(all.find((channel) => channel.name === name)).toMatchObject(expected);
  });

  it('can grant each permission to groups and users', async () => {
    const name = unique('permitted');
    const both = { direct_members: [member.userId, admin.userId], direct_subgroups: [] };
    const values: Parameters = {
      can_add_subscribers_group: groups['role:members'],
      can_administer_channel_group: both,
      can_create_topic_group: groups['role:everyone'],
      can_delete_any_message_group: groups['role:moderators'],
      can_delete_own_message_group: groups['role:everyone'],
      can_move_messages_out_of_channel_group: groups['role:moderators'],
      can_move_messages_within_channel_group: groups['role:everyone'],
      can_remove_subscribers_group: { direct_members: [], direct_subgroups: [] },
      can_resolve_topics_group: { direct_members: [], direct_subgroups: [groups['role:members']] },
      can_send_message_group: groups['role:administrators'],
      can_subscribe_group: {
        direct_members: [member.userId],
        direct_subgroups: [groups['role:owners']],
      },
    };
    expect(outcome(await create(owner, name, values))).toBe('accepted');
    expect(await find(member, name)).toMatchObject({
      ...values,
      can_administer_channel_group: {
        direct_members: [admin.userId, member.userId],
        direct_subgroups: [],
      },
      can_resolve_topics_group: groups['role:members'],
      stream_post_policy: 2,
      is_announcement_only: true,
    });
  });

  it.each([
    ['role:fullmembers', 3],
    ['role:moderators', 4],
    ['role:owners', 1],
  ] as const)('for posts by %s has the old posting policy %i', async (group, policy) => {
    const name = unique('policy');
    await create(owner, name, { can_send_message_group: groups[group] });
    expect(await find(owner, name)).toMatchObject({
      stream_post_policy: policy,
      is_announcement_only: false,
    });
  });

  it('has a first message once one is sent, also by concurrent requests', async () => {
    const name = unique('silent');
    await changeRealmSettings(test, realm, { send_channel_events_messages: false });
    const id = await subscribe(member, name);
    expect(await find(member, name)).toMatchObject({ first_message_id: null });
    const sent = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => sendToStream(member, id, 'race', String(n))),
    );
    await changeRealmSettings(test, realm, { send_channel_events_messages: true });
    expect(await find(member, name)).toMatchObject({ first_message_id: Math.min(...sent) });
  });
});

it('the first message of a channel is the one with the smallest id', async () => {
  const name = unique('overtaken');
  await changeRealmSettings(test, realm, { send_channel_events_messages: false });
  const id = await subscribe(member, name);
  const quicker = new pg.Client(test.database.connection);
  await quicker.connect();
  try {
    await quicker.query('BEGIN');
    await quicker.query(
      `UPDATE streams SET first_message_id = 999999999, is_recently_active = true WHERE id = $1`,
      [id],
    );
    const sent = sendToStream(member, id, 'race', 'Hello');
    await statementWaits(test);
    await quicker.query('COMMIT');
    const messageId = await sent;
    expect(await find(member, name)).toMatchObject({ first_message_id: messageId });
  } finally {
    await quicker.end();
    await changeRealmSettings(test, realm, { send_channel_events_messages: true });
  }
});

describe('a permission of a new channel', () => {
  const wrong: [string, string, () => unknown, string][] = [
    ['a group that does not exist', 'can_send_message_group', () => 987_654, 'no user group'],
    [
      'a group beyond all ids',
      'can_send_message_group',
      () => 9_007_199_254_740_991,
      'no user group',
    ],
    ['a negative group', 'can_send_message_group', () => -1, 'no user group'],
    [
      'an unknown group in a set',
      'can_subscribe_group',
      () => ({ direct_members: [], direct_subgroups: [groups['role:members'], 987_654] }),
      'no user group',
    ],
    [
      'an unknown user',
      'can_subscribe_group',
      () => ({ direct_members: [987_654], direct_subgroups: [] }),
      'no active user',
    ],
    ['the internet', 'can_send_message_group', () => groups['role:internet'], 'role:internet'],
    ['guests', 'can_add_subscribers_group', () => groups['role:everyone'], 'role:everyone'],
    ['text', 'can_send_message_group', () => '"role:members"', 'is not a group ID'],
    ['null', 'can_send_message_group', () => null, 'is not a group ID'],
    ['a list', 'can_send_message_group', () => [1], 'is not'],
    ['half a set', 'can_send_message_group', () => ({ direct_members: [] }), 'direct_subgroups'],
    [
      'a set with more in it',
      'can_send_message_group',
      () => ({ direct_members: [], direct_subgroups: [], all: true }),
      'all',
    ],
    [
      'a set of text',
      'can_send_message_group',
      () => ({ direct_members: ['1'], direct_subgroups: [] }),
      'direct_members',
    ],
  ];
  it.each(wrong)('cannot be given to %s', async (_what, permission, value, reason) => {
    const name = unique('refused');
    const answer = await create(owner, name, { [permission]: value() });
    expect(outcome(answer)).toMatch(/^BAD_REQUEST: /);
    expect(answer.body['msg']).toContain(reason);
    expect(await find(owner, name)).toBeUndefined();
  });

  it('cannot be given to users and groups of another organization', async () => {
    const other = await createRealm(test);
    const there = await test.app.get(GroupMembership).systemGroupIds(other.realmId);
    const values = [
      there['role:members'],
      { direct_members: [], direct_subgroups: [there['role:members'], groups['role:owners']] },
      { direct_members: [other.owner.userId], direct_subgroups: [] },
    ];
    for (const value of values) {
      const answer = await create(owner, unique('crossing'), { can_send_message_group: value });
      expect(outcome(answer)).toMatch(/^BAD_REQUEST: can_send_message_group: there is no/);
    }
  });

  it('cannot be given to a deactivated user', async () => {
    const gone = await createUser(test, realm);
    await test.app
      .get(Database)
      .query('UPDATE users SET is_active = false WHERE id = $1', [gone.userId]);
    const value = { direct_members: [gone.userId], direct_subgroups: [] };
    const answer = await create(owner, unique('gone'), { can_send_message_group: value });
    expect(outcome(answer)).toContain('no active user');
  });

  it('is ignored when the channel exists', async () => {
    const name = unique('there');
    await subscribe(owner, name);
    expect(outcome(await create(member, name, { can_send_message_group: 987_654 }))).toBe(
      'accepted',
    );
  });

  it('to delete messages needs the permission to set it', async () => {
    const deletion = { can_delete_own_message_group: groups['role:everyone'] };
    const noOne = { direct_members: [], direct_subgroups: [groups['role:nobody']] };
    const attempts = [
      create(member, unique('own'), deletion),
      create(member, unique('any'), { can_delete_any_message_group: groups['role:owners'] }),
      create(member, unique('nobody'), { can_delete_any_message_group: noOne }),
      create(moderator, unique('moderated'), deletion),
    ];
    expect((await Promise.all(attempts)).map(outcome)).toEqual([
      'BAD_REQUEST: Insufficient permission',
      'BAD_REQUEST: Insufficient permission',
      'accepted',
      'accepted',
    ]);
  });
});

describe('the permission to create a channel', () => {
  const INSUFFICIENT = 'BAD_REQUEST: Insufficient permission';
  const cases: [string, () => TestUser, Parameters, string][] = [
    ['a guest, a public one', () => guest, {}, INSUFFICIENT],
    ['a guest, a private one', () => guest, { invite_only: true }, INSUFFICIENT],
    ['a member, a private one', () => member, { invite_only: true }, 'accepted'],
    [
      'a member, a default one',
      () => member,
      { is_default_stream: true },
      'BAD_REQUEST: Only administrators can do this',
    ],
    ['an administrator, a default one', () => admin, { is_default_stream: true }, 'accepted'],
    [
      'an owner, a private default one',
      () => owner,
      { is_default_stream: true, invite_only: true },
      'BAD_REQUEST: A default channel cannot be private',
    ],
    [
      'an administrator, one with a life time',
      () => admin,
      { message_retention_days: 'unlimited' },
      'BAD_REQUEST: Only owners can do this',
    ],
    [
      'a member, one with a topics policy',
      () => member,
      { topics_policy: 'allow_empty_topic' },
      'accepted',
    ],
    [
      'an owner, a web-public one while that is off',
      () => owner,
      { is_web_public: true },
      'BAD_REQUEST: Web-public channels are not enabled',
    ],
    [
      'an owner, one that is private and web-public',
      () => owner,
      { is_web_public: true, invite_only: true },
      'BAD_REQUEST: A private channel cannot be web-public',
    ],
    [
      'a member, one in a folder',
      () => member,
      { folder_id: 1 },
      'BAD_REQUEST: Invalid channel folder ID',
    ],
  ];
  it.each(cases)('%s', async (_what, user, parameters, expected) => {
    expect(outcome(await create(user(), unique('attempt'), parameters))).toBe(expected);
  });

  it('follows the settings of the organization', async () => {
    const { realm: strict, person, chosen } = await createScene(test, { person: {}, chosen: {} });
    const ids = await test.app.get(GroupMembership).systemGroupIds(strict.realmId);
    await changeRealmSettings(test, strict, {
      enable_spectator_access: true,
      can_create_public_channel_group: { direct_members: [chosen.userId], direct_subgroups: [] },
      can_create_private_channel_group: ids['role:owners'],
      can_create_web_public_channel_group: ids['role:moderators'],
      can_set_topics_policy_group: ids['role:owners'],
    });
    const attempts: [TestUser, Parameters, string][] = [
      [person, {}, INSUFFICIENT],
      [chosen, {}, 'accepted'],
      [chosen, { invite_only: true }, INSUFFICIENT],
      [strict.owner, { invite_only: true }, 'accepted'],
      [chosen, { is_web_public: true }, INSUFFICIENT],
      [strict.owner, { is_web_public: true }, 'accepted'],
      [chosen, { topics_policy: 'empty_topic_only' }, INSUFFICIENT],
      [chosen, { topics_policy: 'inherit' }, 'accepted'],
    ];
    for (const [user, parameters, expected] of attempts) {
      const name = unique('strict');
      expect([parameters, outcome(await create(user, name, parameters))]).toEqual([
        parameters,
        expected,
      ]);
    }
    expect(await find(person, 'nothing')).toBeUndefined();
  });

  it.each([
    ['30', 'BAD_REQUEST'],
    ['0', 'REQUEST_VARIABLE_INVALID'],
    ['-1', 'REQUEST_VARIABLE_INVALID'],
    ['1.5', 'REQUEST_VARIABLE_INVALID'],
    ['forever', 'REQUEST_VARIABLE_INVALID'],
    ['', 'REQUEST_VARIABLE_INVALID'],
    ['99999999999', 'REQUEST_VARIABLE_INVALID'],
    ['"unlimited', 'BAD_REQUEST'],
  ])('cannot set the retention %p', async (days, code) => {
    const { status, body } = await create(owner, unique('days'), { message_retention_days: days });
    expect([status, body['code']]).toEqual([400, code]);
    if (code === 'REQUEST_VARIABLE_INVALID') {
      expect(body).toMatchObject({ var_name: 'message_retention_days', bad_value: days });
    }
  });
});

describe('GET /streams', () => {
  let place: TestRealm;
  let reader: TestUser;
  let visitor: TestUser;
  let bot: TestUser;

  beforeAll(async () => {
    place = await createRealm(test);
    reader = await createUser(test, place);
    visitor = await createUser(test, place, { role: Role.Guest });
    bot = await createUser(test, place, { bot: { type: 1, ownerId: reader.userId } });
    await changeRealmSettings(test, place, { enable_spectator_access: true });
    await subscribe(place.owner, 'open');
    await subscribe(place.owner, 'web', { is_web_public: true });
    await subscribe(place.owner, 'secret', { invite_only: true });
    await subscribe(reader, 'own secret', { invite_only: true });
    await subscribe(reader, 'joined');
    await subscribe(place.owner, 'invited', {
      invite_only: true,
      can_subscribe_group: { direct_members: [reader.userId], direct_subgroups: [] },
    });
    await subscribe(place.owner, 'managed', {
      invite_only: true,
      can_administer_channel_group: { direct_members: [reader.userId], direct_subgroups: [] },
    });
    await archive(await subscribe(place.owner, 'old'));
    await archive(await subscribe(place.owner, 'old secret', { invite_only: true }));
  });

  const only = (parameters: Parameters): Parameters => ({
    include_public: false,
    include_subscribed: false,
    ...parameters,
  });
  const PUBLIC = ['general', 'joined', 'open', 'sandbox', 'web'];

  const cases: [string, () => TestUser, Parameters, string[]][] = [
    ['public and own ones', () => reader, {}, [...PUBLIC, 'own secret']],
    ['own ones', () => reader, { include_public: false }, ['joined', 'own secret']],
    ['public ones', () => reader, { include_subscribed: false }, PUBLIC],
    ['nothing', () => reader, only({}), []],
    ['web-public ones', () => reader, only({ include_web_public: true }), ['web']],
    ['default ones', () => reader, only({ include_default: true }), ['general', 'sandbox']],
    [
      'all that a member can access',
      () => reader,
      { include_all: true },
      [...PUBLIC, 'invited', 'managed', 'own secret'],
    ],
    [
      'all whose messages a member may read',
      () => reader,
      only({ include_can_access_content: true }),
      [...PUBLIC, 'invited', 'own secret'],
    ],
    [
      'archived ones too',
      () => reader,
      { include_all: true, exclude_archived: false },
      [...PUBLIC, 'invited', 'managed', 'old', 'own secret'],
    ],
    [
      'all of the organization, for its owner',
      () => place.owner,
      { include_all_active: true },
      [...PUBLIC, 'invited', 'managed', 'own secret', 'secret'],
    ],
    [
      'all with the archived ones, for its owner',
      () => place.owner,
      { include_all: true, exclude_archived: false },
      [...PUBLIC, 'invited', 'managed', 'old', 'old secret', 'own secret', 'secret'],
    ],
    ['what a guest may see', () => visitor, { include_all: true }, ['web']],
    ['what a guest may see of public ones', () => visitor, {}, ['web']],
    [
      'those of the owner of a bot',
      () => bot,
      only({ include_owner_subscribed: true }),
      ['joined', 'own secret'],
    ],
    ['those of a bot without its owner', () => bot, {}, PUBLIC],
    [
      'nothing for a person without owner',
      () => reader,
      only({ include_owner_subscribed: true }),
      [],
    ],
  ];
  it.each(cases)('lists %s', async (_what, user, parameters, expected) => {
    expect(await names(user(), parameters)).toEqual(expected.toSorted());
  });

  it('includes is_default only on request', async () => {
    const asked = await listed(reader, { include_default: true });
    expect(asked.filter(({ is_default }) => is_default).map(({ name }) => name)).toEqual([
      'general',
      'sandbox',
    ]);
    expect(asked.every((channel) => 'is_default' in channel)).toBe(true);
    expect((await listed(reader)).some((channel) => 'is_default' in channel)).toBe(false);
  });

  it.each([
    ['a member', () => reader],
    ['a guest', () => visitor],
    ['a bot', () => bot],
  ])('does not list all channels by the old parameter for %s', async (_who, user) => {
    const answer = await user().client.get('streams', { include_all_active: true });
    expect(outcome(answer)).toBe('BAD_REQUEST: Only administrators can use include_all_active');
  });

  it('lists a channel to a guest who is subscribed', async () => {
    await subscribe(place.owner, 'shown', { principals: [place.owner.userId, visitor.userId] });
    expect(await names(visitor, {})).toEqual(['shown', 'web']);
    expect(await names(visitor, only({ include_can_access_content: true }))).toEqual([
      'shown',
      'web',
    ]);
  });

  it('never grants guests permissions that exclude guests, even as members of the group', async () => {
    const given = { direct_members: [visitor.userId], direct_subgroups: [] };
    await subscribe(place.owner, 'not for guests', {
      invite_only: true,
      can_subscribe_group: given,
      can_add_subscribers_group: given,
      can_administer_channel_group: given,
    });
    expect(await names(visitor, { include_all: true })).not.toContain('not for guests');
    expect(outcome(await create(visitor, 'not for guests'))).toMatch(/^BAD_REQUEST: Unable/);
  });

  it.each([
    'include_public',
    'include_web_public',
    'include_subscribed',
    'exclude_archived',
    'include_all',
    'include_all_active',
    'include_default',
    'include_owner_subscribed',
    'include_can_access_content',
  ])('accepts only true and false for %s', async (name) => {
    for (const value of ['', '1', 'True', '"true"', 'null', '[true]']) {
      const answer = await reader.client.get('streams', { [name]: value });
      expect(outcome(answer)).toBe(`BAD_REQUEST: ${name} must be true or false`);
    }
  });
});

describe('GET /get_stream_id', () => {
  it('finds a channel regardless of case and surrounding white space', async () => {
    const name = unique('Find Me');
    const id = await subscribe(member, name);
    for (const given of [name, name.toUpperCase(), ` ${name} `]) {
      const { stream_id } = await moderator.client.expect('GET', 'get_stream_id', {
        stream: given,
      });
      expect(stream_id).toBe(id);
    }
  });

  it('finds private channels for users with access', async () => {
    const name = unique('hidden');
    const id = await subscribe(member, name, { invite_only: true });
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
    for (const user of [member, admin, bot]) {
      const { body } = await user.client.get('get_stream_id', { stream: name });
      expect(body).toMatchObject({ stream_id: id });
    }
    for (const user of [moderator, guest]) {
      const answer = await user.client.get('get_stream_id', { stream: name });
      expect(outcome(answer)).toBe(`BAD_REQUEST: Invalid channel name '${name}'`);
    }
  });

  it('finds no channels of other organizations', async () => {
    const other = await createRealm(test);
    const name = unique('elsewhere');
    await subscribe(other.owner, name);
    const answer = await owner.client.get('get_stream_id', { stream: name });
    expect(outcome(answer)).toBe(`BAD_REQUEST: Invalid channel name '${name}'`);
    expect(await names(owner, { include_all: true })).not.toContain(name);
  });

  it('needs a name', async () => {
    const { status, body } = await member.client.get('get_stream_id');
    expect([status, body['code'], body['var_name']]).toEqual([
      400,
      'REQUEST_VARIABLE_MISSING',
      'stream',
    ]);
    expect(outcome(await member.client.get('get_stream_id', { stream: '' }))).toMatch(/^BAD_/);
  });
});
