// Creating and changing channels: permissions, effects and events.
import { describe, expect, it } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import type { Parameters } from './client.js';
import {
  admin,
  bystander,
  changed,
  create,
  groups,
  guest,
  kinds,
  latestNotice,
  made,
  member,
  messages,
  moderator,
  openScene,
  outcome,
  owner,
  realm,
  show,
  test,
  update,
  watch,
} from './channel-scene.js';
import {
  changeRealmSettings,
  createRealm,
  createUser,
  type TestUser,
  unique,
} from './factories.js';

await openScene();

describe('POST /channels/create', () => {
  it('creates a channel with all of its settings', async () => {
    const { channel_folder_id: folder } = await owner.client.expect(
      'POST',
      'channel_folders/create',
      { name: unique('folder') },
    );
    const id = await made(owner, {
      name: '  A channel of its own ',
      description: 'For *everything*',
      subscribers: [owner.userId, member.userId],
      invite_only: true,
      history_public_to_subscribers: true,
      message_retention_days: 'unlimited',
      topics_policy: 'disable_empty_topic',
      folder_id: folder,
      can_send_message_group: groups['role:moderators'],
      can_resolve_topics_group: { direct_members: [member.userId], direct_subgroups: [] },
    });
    expect(await show(id)).toMatchObject({
      stream_id: id,
      name: 'A channel of its own',
      description: 'For *everything*',
      rendered_description: '<p>For <em>everything</em></p>',
      creator_id: owner.userId,
      invite_only: true,
      is_web_public: false,
      history_public_to_subscribers: true,
      message_retention_days: -1,
      topics_policy: 'disable_empty_topic',
      folder_id: folder,
      is_archived: false,
      is_recently_active: true,
      stream_weekly_traffic: null,
      subscriber_count: 2,
      stream_post_policy: 4,
      can_send_message_group: groups['role:moderators'],
      can_resolve_topics_group: { direct_members: [member.userId], direct_subgroups: [] },
      can_administer_channel_group: { direct_members: [owner.userId], direct_subgroups: [] },
      can_create_topic_group: groups['role:everyone'],
    });
    const { subscribers } = await owner.client.expect('GET', `streams/${id}/members`);
    expect(subscribers).toEqual([owner.userId, member.userId]);
  });

  it('subscribes only the named users', async () => {
    const id = await made(member, { subscribers: [] });
    expect(await show(id)).toMatchObject({ subscriber_count: 0 });
  });

  it.each([
    ['as it is', (name: string) => name],
    ['in another case', (name: string) => name.toUpperCase()],
    ['with white space around it', (name: string) => ` ${name} `],
  ])('returns 409 for a name that is taken, %s', async (_what, spelt) => {
    const name = unique('taken');
    await made(member, { name, invite_only: true });
    const answer = await create(bystander, { name: spelt(name) });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'CHANNEL_ALREADY_EXISTS',
      channel_name: spelt(name).trim(),
    });
  });

  it('creates one channel for concurrent requests with one name', async () => {
    const name = unique('race');
    const answers = await Promise.all([0, 1, 2, 3].map(() => create(member, { name })));
    expect(answers.map(outcome).toSorted((a, b) => a.localeCompare(b))).toEqual([
      '409 CHANNEL_ALREADY_EXISTS',
      '409 CHANNEL_ALREADY_EXISTS',
      '409 CHANNEL_ALREADY_EXISTS',
      'accepted',
    ]);
  });

  it.each<[string, Parameters, string]>([
    ['an empty name', { name: ' ' }, '400 BAD_REQUEST'],
    ['a name that is too long', { name: 'n'.repeat(61) }, '400 BAD_REQUEST'],
    ['a control character in the name', { name: 'a\u0001' }, '400 BAD_REQUEST'],
    ['a description that is too long', { description: 'd'.repeat(1025) }, '400 BAD_REQUEST'],
    ['a control character in the description', { description: 'a\u0001b' }, '400 BAD_REQUEST'],
    ['an unknown subscriber', { subscribers: [2_000_000] }, '400 BAD_REQUEST'],
    ['an unknown folder', { folder_id: 2_000_000 }, '400 BAD_REQUEST'],
    ['an unknown group', { can_send_message_group: 2_000_000 }, '400 BAD_REQUEST'],
    ['private and web-public', { invite_only: true, is_web_public: true }, '400 BAD_REQUEST'],
    ['private and default', { invite_only: true, is_default_stream: true }, '400 BAD_REQUEST'],
    ['days', { message_retention_days: 30 }, '400 BAD_REQUEST'],
    ['no days', { message_retention_days: 0 }, '400 REQUEST_VARIABLE_INVALID'],
    ['a word for days', { message_retention_days: 'soon' }, '400 REQUEST_VARIABLE_INVALID'],
    ['a policy that is none', { topics_policy: 'any' }, '400 BAD_REQUEST'],
    ['subscribers that are no list', { subscribers: 'all' }, '400 BAD_REQUEST'],
  ])('refuses %s and leaves no trace', async (_what, parameters, expected) => {
    const before = await owner.client.expect('GET', 'streams', { include_all: true });
    expect(outcome(await create(owner, parameters))).toBe(expected);
    expect(await owner.client.expect('GET', 'streams', { include_all: true })).toEqual(before);
  });

  it('refuses a topic permission for a group where the history is protected', async () => {
    const closed = { invite_only: true, can_create_topic_group: groups['role:members'] };
    expect(outcome(await create(member, closed))).toBe('400 BAD_REQUEST');
    const shared = { ...closed, history_public_to_subscribers: true };
    expect(outcome(await create(member, shared))).toBe('accepted');
  });

  it('refuses people and groups of other organizations', async () => {
    const other = await createRealm(test);
    const foreign = await test.app.get(GroupMembership).systemGroupIds(other.realmId);
    const { channel_folder_id: folder } = await other.owner.client.expect(
      'POST',
      'channel_folders/create',
      { name: 'Elsewhere' },
    );
    for (const parameters of [
      { subscribers: [other.owner.userId] },
      { can_send_message_group: foreign['role:members'] },
      { folder_id: folder },
      {
        can_send_message_group: { direct_members: [other.owner.userId], direct_subgroups: [] },
      },
    ]) {
      expect(outcome(await create(owner, parameters))).toBe('400 BAD_REQUEST');
    }
  });

  it.each<[string, () => TestUser, Parameters, string]>([
    ['a member, public', () => member, {}, 'accepted'],
    ['a member, private', () => member, { invite_only: true }, 'accepted'],
    ['a member, web-public', () => member, { is_web_public: true }, '400 BAD_REQUEST'],
    ['an owner, web-public', () => owner, { is_web_public: true }, 'accepted'],
    ['a member, default', () => member, { is_default_stream: true }, '400 BAD_REQUEST'],
    ['an administrator, default', () => admin, { is_default_stream: true }, 'accepted'],
    [
      'an administrator, days',
      () => admin,
      { message_retention_days: 'unlimited' },
      '400 BAD_REQUEST',
    ],
    ['an owner, days', () => owner, { message_retention_days: 'unlimited' }, 'accepted'],
    ['a guest, public', () => guest, {}, '400 BAD_REQUEST'],
    ['a guest, private', () => guest, { invite_only: true }, '400 BAD_REQUEST'],
  ])(
    'needs the permission to create channels of the kind: %s',
    async (_what, who, given, expected) => {
      expect(outcome(await create(who(), given))).toBe(expected);
    },
  );

  it('needs the permission to subscribe others if it does', async () => {
    await changeRealmSettings(test, realm, {
      can_add_subscribers_group: groups['role:moderators'],
    });
    const others = { subscribers: [bystander.userId] };
    expect(outcome(await create(member, others))).toBe('400 UNAUTHORIZED_PRINCIPAL');
    expect(outcome(await create(moderator, others))).toBe('accepted');
    await changeRealmSettings(test, realm, { can_add_subscribers_group: groups['role:members'] });
  });

  it('writes into the channel, announces it, and notifies the subscribed users', async () => {
    const announced = await made(owner);
    await changeRealmSettings(test, realm, { new_stream_announcements_stream_id: announced });
    const name = unique('news');
    const id = await made(member, {
      name,
      subscribers: [member.userId, bystander.userId],
      announce: true,
    });
    expect(await latestNotice(id)).toContain('channel created by @_**Sample Maker|');
    expect((await messages(announced)).at(-1)?.content).toContain(`#**${name}**`);
    const { messages: direct } = await bystander.client.expect('GET', 'messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow: [['is', 'dm']],
    });
    expect(direct).toMatchObject([{ content: expect.stringContaining(`#**${name}**`) }]);
  });

  it('notifies no one if so requested', async () => {
    const before = await bystander.client.expect('POST', 'register', {
      fetch_event_types: ['message'],
    });
    await made(member, {
      subscribers: [bystander.userId],
      invite_only: true,
      send_new_subscription_messages: false,
    });
    const { messages: direct } = await bystander.client.expect('GET', 'messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [['is', 'dm']],
    });
    const [last] = direct as { id: number }[];
    expect(last?.id ?? -1).toBeLessThanOrEqual(before['max_message_id'] as number);
  });

  it('publishes the channel before the subscription, to users with access', async () => {
    const watching = await Promise.all(
      [member, bystander, guest, admin].map((user) => watch(user)),
    );
    await made(member, { invite_only: true });
    expect(await Promise.all(watching.map(kinds))).toEqual([
      ['stream/create', 'subscription/add'],
      [],
      [],
      ['stream/create', 'subscription/peer_add'],
    ]);
  });
});

describe('GET /streams/{stream_id}', () => {
  it('shows channels whose metadata the user can access', async () => {
    const open = await made(member);
    const closed = await made(member, { invite_only: true });
    const webPublic = await made(owner, { is_web_public: true });
    const sees = async (user: TestUser): Promise<boolean[]> =>
      Promise.all(
        [open, closed, webPublic].map(
          async (id) => (await user.client.get(`streams/${id}`)).status === 200,
        ),
      );
    expect(await sees(member)).toEqual([true, true, true]);
    expect(await sees(bystander)).toEqual([true, false, true]);
    expect(await sees(admin)).toEqual([true, true, true]);
    expect(await sees(guest)).toEqual([false, false, true]);
    expect(await sees((await createRealm(test)).owner)).toEqual([false, false, false]);
  });

  it.each(['0', '2000000', '2147483647'])('answers %s like any unknown id', async (id) => {
    const { status, body } = await member.client.get(`streams/${id}`);
    expect([status, body['code'], body['msg']]).toEqual([400, 'BAD_REQUEST', 'Invalid channel ID']);
  });
});

describe('PATCH /streams/{stream_id}', () => {
  it.each<[string, Parameters, Record<string, unknown>, string[]]>([
    ['the name', { new_name: ' Renamed thing ' }, { name: 'Renamed thing' }, ['name']],
    [
      'the description',
      { description: '**new**\nline' },
      {
        description: '**new** line',
        rendered_description: '<p><strong>new</strong> line</p>',
      },
      ['description'],
    ],
    [
      'the retention',
      { message_retention_days: 'unlimited' },
      {
        message_retention_days: -1,
      },
      ['message_retention_days'],
    ],
    [
      'the topics',
      { topics_policy: 'disable_empty_topic' },
      {
        topics_policy: 'disable_empty_topic',
      },
      ['topics_policy'],
    ],
  ])(
    'changes %s, and publishes it to all users with access',
    async (_what, given, shown, properties) => {
      const id = await made(owner, { subscribers: [owner.userId, guest.userId] });
      const watching = await Promise.all([owner, bystander, guest].map((user) => watch(user)));
      await changed(owner, id, given);
      expect(await show(id)).toMatchObject(shown);
      for (const events of await Promise.all(watching.map(kinds))) {
        expect(events).toEqual(properties.map((property) => `stream/update ${property}`));
      }
    },
  );

  it('includes the old name in the event of a renamed channel', async () => {
    const name = unique('old');
    const id = await made(member, { name });
    const listener = await watch(member);
    await changed(member, id, { new_name: `${name} new`, description: 'Also new' });
    expect(await listener.take()).toMatchObject([
      { property: 'name', name, value: `${name} new` },
      {
        property: 'description',
        name: `${name} new`,
        value: 'Also new',
        rendered_description: '<p>Also new</p>',
      },
    ]);
  });

  it.each<[string, Parameters, string]>([
    ['an empty name', { new_name: '' }, '400 BAD_REQUEST'],
    ['a name that is too long', { new_name: 'n'.repeat(61) }, '400 BAD_REQUEST'],
    ['a control character in the name', { new_name: 'a\u0002b' }, '400 BAD_REQUEST'],
    ['a description that is too long', { description: 'd'.repeat(1025) }, '400 BAD_REQUEST'],
    ['a control character in the description', { description: 'a\u0001b' }, '400 BAD_REQUEST'],
    ['days', { message_retention_days: 7 }, '400 BAD_REQUEST'],
    ['no days', { message_retention_days: 0 }, '400 REQUEST_VARIABLE_INVALID'],
    ['days before today', { message_retention_days: -2 }, '400 REQUEST_VARIABLE_INVALID'],
    ['a word for days', { message_retention_days: 'soon' }, '400 REQUEST_VARIABLE_INVALID'],
    ['an unknown folder', { folder_id: 2_000_000 }, '400 BAD_REQUEST'],
    ['a policy that is none', { topics_policy: 'some' }, '400 BAD_REQUEST'],
    ['a protected history', { history_public_to_subscribers: false }, '400 BAD_REQUEST'],
    ['private and web-public', { is_private: true, is_web_public: true }, '400 BAD_REQUEST'],
    ['private and default', { is_private: true, is_default_stream: true }, '400 BAD_REQUEST'],
    ['archiving', { is_archived: true }, '400 BAD_REQUEST'],
    ['unarchiving what is not archived', { is_archived: false }, '400 BAD_REQUEST'],
    ['a group without new', { can_send_message_group: { old: 1 } }, '400 BAD_REQUEST'],
    ['a group in the plain form', { can_send_message_group: 1 }, '400 BAD_REQUEST'],
    ['an unknown group', { can_send_message_group: { new: 2_000_000 } }, '400 BAD_REQUEST'],
  ])('refuses %s and changes nothing', async (_what, parameters, expected) => {
    const id = await made(owner);
    const before = await show(id);
    const listener = await watch(owner);
    const answer = await update(owner, id, { description: 'Changed as well', ...parameters });
    expect(outcome(answer)).toBe(expected);
    expect(await show(id)).toEqual(before);
    expect(await listener.take()).toEqual([]);
  });

  it('includes the invalid number of days in the error', async () => {
    const id = await made(owner);
    const { body } = await update(owner, id, { message_retention_days: 'soon' });
    expect(body).toMatchObject({ var_name: 'message_retention_days', bad_value: 'soon' });
  });

  it('refuses the name of another channel in any case, but accepts another case of its own', async () => {
    const name = unique('neighbour');
    await made(member, { name });
    const id = await made(member);
    expect(outcome(await update(member, id, { new_name: name.toUpperCase() }))).toBe(
      '400 BAD_REQUEST',
    );
    const { name: own } = await show(id);
    await changed(member, id, { new_name: String(own).toUpperCase() });
    expect(await show(id)).toMatchObject({ name: String(own).toUpperCase() });
    expect(outcome(await update(member, id, { new_name: String(own).toUpperCase() }))).toBe(
      '400 BAD_REQUEST',
    );
  });

  it('gives a name to only one of several channels at once', async () => {
    const ids = [await made(member), await made(member), await made(member)];
    const name = unique('wanted');
    const answers = await Promise.all(ids.map((id) => update(member, id, { new_name: name })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body['code'] === 'BAD_REQUEST')).toHaveLength(2);
  });

  it('sets and removes the folder', async () => {
    const { channel_folder_id: folder } = await owner.client.expect(
      'POST',
      'channel_folders/create',
      { name: unique('folder') },
    );
    const id = await made(member);
    const listener = await watch(bystander);
    await changed(member, id, { folder_id: folder });
    expect(await show(id)).toMatchObject({ folder_id: folder });
    const full = await owner.client.patch(`channel_folders/${String(folder)}`, {
      is_archived: true,
    });
    expect(outcome(full)).toBe('400 BAD_REQUEST');
    await changed(member, id, { folder_id: null });
    expect(await show(id)).toMatchObject({ folder_id: null });
    expect(await listener.take()).toMatchObject([
      { property: 'folder_id', value: folder },
      { property: 'folder_id', value: null },
    ]);
    await owner.client.expect('PATCH', `channel_folders/${String(folder)}`, { is_archived: true });
    expect(outcome(await update(member, id, { folder_id: folder }))).toBe('400 BAD_REQUEST');
  });

  it('publishes nothing when nothing changes', async () => {
    const id = await made(member, { description: 'The same' });
    const listener = await watch(member);
    await changed(member, id, {
      description: 'The same',
      is_private: false,
      can_subscribe_group: { new: groups['role:nobody'] },
    });
    await changed(member, id, {});
    expect(await listener.take()).toEqual([]);
  });
});

describe('the permission to change a channel', () => {
  const PUBLIC = {};
  const PRIVATE = { invite_only: true };
  const toModerators = (): Parameters => ({
    can_add_subscribers_group: { new: groups['role:moderators'] },
  });
  const owners = (name: string): Parameters => ({ [name]: { new: groups['role:owners'] } });

  // Users: owner, administrator without subscription, creator, moderator, subscriber, outsider, guest.
  it.each<[string, Parameters, () => Parameters, string]>([
    ['name, public', PUBLIC, () => ({ new_name: unique('x') }), 'yes yes yes no no no no'],
    ['name, private', PRIVATE, () => ({ new_name: unique('x') }), 'yes yes yes no no no no'],
    ['description', PRIVATE, () => ({ description: unique('x') }), 'yes yes yes no no no no'],
    ['retention', PUBLIC, () => ({ message_retention_days: 'unlimited' }), 'yes no no no no no no'],
    ['default', PUBLIC, () => ({ is_default_stream: true }), 'yes yes no no no no no'],
    ['topics', PUBLIC, () => ({ topics_policy: 'inherit' }), 'yes yes yes no no no no'],
    ['who posts', PRIVATE, () => owners('can_send_message_group'), 'yes yes yes no no no no'],
    ['who adds, public', PUBLIC, toModerators, 'yes yes yes no no no no'],
    ['who adds, private', PRIVATE, toModerators, 'no no yes no no no no'],
    ['privacy, public', PUBLIC, () => ({ is_private: true }), 'yes yes yes no no no no'],
    ['privacy, private', PRIVATE, () => ({ is_private: false }), 'no no yes no no no no'],
    ['history', PRIVATE, () => ({ history_public_to_subscribers: true }), 'no no yes no no no no'],
    ['web-public', PUBLIC, () => ({ is_web_public: true }), 'yes no no no no no no'],
    ['who deletes', PUBLIC, () => owners('can_delete_any_message_group'), 'yes yes no no no no no'],
  ])('%s', async (_what, kind, change, expected) => {
    const subscriber = await createUser(test, realm);
    const people = [owner, admin, member, moderator, subscriber, bystander, guest];
    const answers: string[] = [];
    for (const person of people) {
      const id = await made(member, { ...kind, subscribers: [member.userId, subscriber.userId] });
      const { status } = await update(person, id, change());
      answers.push(status === 200 ? 'yes' : 'no');
    }
    expect(answers.join(' ')).toBe(expected);
  });

  it('can be granted to others, but never to guests', async () => {
    const id = await made(member, { subscribers: [member.userId, guest.userId] });
    await changed(member, id, {
      can_administer_channel_group: {
        new: { direct_members: [bystander.userId, guest.userId], direct_subgroups: [] },
      },
    });
    expect(outcome(await update(bystander, id, { description: 'Mine' }))).toBe('accepted');
    expect(outcome(await update(guest, id, { description: 'Mine' }))).toBe('400 BAD_REQUEST');
    expect(outcome(await update(member, id, { description: 'Mine' }))).toBe('400 BAD_REQUEST');
  });

  it('reveals nothing of inaccessible channels', async () => {
    const id = await made(member, { invite_only: true });
    const foreignOwner = (await createRealm(test)).owner;
    for (const person of [bystander, guest, foreignOwner]) {
      const { body } = await update(person, id, { description: 'Mine' });
      expect(body['msg']).toBe('Invalid channel ID');
      expect((await person.client.delete(`streams/${id}`)).body['msg']).toBe('Invalid channel ID');
    }
  });

  it('to change the kind requires the permission to create channels of that kind', async () => {
    await changeRealmSettings(test, realm, {
      can_create_private_channel_group: groups['role:moderators'],
    });
    const id = await made(member);
    expect(outcome(await update(member, id, { is_private: true }))).toBe('400 BAD_REQUEST');
    expect(outcome(await update(moderator, id, { is_private: true }))).toBe('400 BAD_REQUEST');
    expect(outcome(await update(owner, id, { is_private: true }))).toBe('accepted');
    await changeRealmSettings(test, realm, {
      can_create_private_channel_group: groups['role:members'],
    });
  });

  it('to make a channel web-public requires that the organization allows it', async () => {
    const id = await made(owner);
    await changeRealmSettings(test, realm, { enable_spectator_access: false });
    expect(outcome(await update(owner, id, { is_web_public: true }))).toBe('400 BAD_REQUEST');
    await changeRealmSettings(test, realm, { enable_spectator_access: true });
    expect(outcome(await update(owner, id, { is_web_public: true }))).toBe('accepted');
  });
});

describe('a permission of a channel', () => {
  it('is changed in both forms, and published', async () => {
    const id = await made(member);
    const listener = await watch(bystander);
    const set = { direct_members: [bystander.userId, member.userId], direct_subgroups: [] };
    await changed(member, id, { can_add_subscribers_group: { new: set } });
    await changed(member, id, {
      can_add_subscribers_group: {
        new: { direct_members: [], direct_subgroups: [groups['role:moderators']] },
        old: { ...set, direct_members: set.direct_members.toReversed() },
      },
    });
    const sorted = set.direct_members.toSorted((a, b) => a - b);
    expect(await listener.take()).toMatchObject([
      { property: 'can_add_subscribers_group', value: { ...set, direct_members: sorted } },
      { property: 'can_add_subscribers_group', value: groups['role:moderators'] },
    ]);
  });

  it('is not changed if the expected old value is wrong', async () => {
    const id = await made(member);
    const answer = await update(member, id, {
      can_send_message_group: { new: groups['role:members'], old: groups['role:moderators'] },
    });
    expect(answer.body).toMatchObject({
      code: 'EXPECTATION_MISMATCH',
      field_name: 'can_send_message_group',
    });
    expect(await show(id)).toMatchObject({ can_send_message_group: groups['role:everyone'] });
  });

  it('publishes the older forms of the posting policy too', async () => {
    const id = await made(member);
    const listener = await watch(bystander);
    await changed(member, id, { can_send_message_group: { new: groups['role:administrators'] } });
    expect(await listener.take()).toMatchObject([
      { property: 'can_send_message_group', value: groups['role:administrators'] },
      { property: 'stream_post_policy', value: 2 },
      { property: 'is_announcement_only', value: true },
    ]);
    expect(await show(id)).toMatchObject({ stream_post_policy: 2, is_announcement_only: true });
  });

  it('shows a private channel to users who gain it, and hides it from users who lose it', async () => {
    const id = await made(member, { invite_only: true });
    const watching = await Promise.all(
      [member, moderator, bystander, guest].map((user) => watch(user)),
    );
    const give = (group: number): Promise<void> =>
      changed(member, id, { can_subscribe_group: { new: group } });
    await give(groups['role:moderators']);
    await give(groups['role:members']);
    await give(groups['role:nobody']);
    const update_ = 'stream/update can_subscribe_group';
    expect(await Promise.all(watching.map(kinds))).toEqual([
      [update_, update_, update_],
      ['stream/create', 'subscription/peer_add', update_, 'stream/delete'],
      ['stream/create', 'subscription/peer_add', 'stream/delete'],
      [],
    ]);
  });

  it('to create topics cannot be restricted where the history is protected', async () => {
    const id = await made(member, { invite_only: true });
    const members = { can_create_topic_group: { new: groups['role:members'] } };
    expect(outcome(await update(member, id, members))).toBe('400 BAD_REQUEST');
    const shared = { ...members, history_public_to_subscribers: true };
    expect(outcome(await update(member, id, shared))).toBe('accepted');
    const protectedAgain = { history_public_to_subscribers: false };
    expect(outcome(await update(member, id, protectedAgain))).toBe('400 BAD_REQUEST');
  });
});
