// Effects of changes of a channel: its privacy, notices, archiving, address and activity.
import { describe, expect, it } from '@jest/globals';
import { StreamActivityService } from '#modules/streams/streams/stream-activity.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { Role } from '#platform/http/actor.js';
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
  MODERN,
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
import { listen } from './event-listener.js';
import {
  changeRealmSettings,
  createRealm,
  createUser,
  sendToStream,
  type TestUser,
  unique,
} from './factories.js';

await openScene();

describe('the privacy of a channel', () => {
  const PRIVACY = 'stream/update invite_only';
  const GAINED = ['stream/create', 'subscription/peer_add'];
  const LOST = ['stream/delete'];

  // Users: subscriber, subscribed guest, administrator, member, guest without subscription.
  it.each<[string, Parameters, Parameters, string[][]]>([
    ['public to private', {}, { is_private: true }, [[PRIVACY], [PRIVACY], [PRIVACY], LOST, []]],
    [
      'public to web-public',
      {},
      { is_web_public: true },
      [[PRIVACY], [PRIVACY], [PRIVACY], [PRIVACY], GAINED],
    ],
    [
      'private to public',
      { invite_only: true },
      { is_private: false },
      [[PRIVACY], [PRIVACY], [PRIVACY], GAINED, []],
    ],
    [
      'private to web-public',
      { invite_only: true },
      { is_private: false, is_web_public: true },
      [[PRIVACY], [PRIVACY], [PRIVACY], GAINED, GAINED],
    ],
    [
      'web-public to public',
      { is_web_public: true },
      { is_web_public: false },
      [[PRIVACY], [PRIVACY], [PRIVACY], [PRIVACY], LOST],
    ],
    [
      'web-public to private',
      { is_web_public: true },
      { is_private: true },
      [[PRIVACY], [PRIVACY], [PRIVACY], LOST, LOST],
    ],
    [
      'protected to shared history',
      { invite_only: true },
      { history_public_to_subscribers: true },
      [[PRIVACY], [PRIVACY], [PRIVACY], [], []],
    ],
  ])(
    '%s: publishes to users with access, gains and losses of access',
    async (_what, kind, change, expected) => {
      const inside = await createUser(test, realm, { role: Role.Guest });
      const id = await made(owner, { ...kind, subscribers: [owner.userId, inside.userId] });
      const people = [owner, inside, admin, bystander, guest];
      const watching = await Promise.all(people.map((user) => watch(user)));
      await changed(owner, id, change);
      expect(await Promise.all(watching.map(kinds))).toEqual(expected);
      const knows = await Promise.all(
        people.map(async (user) => (await user.client.get(`streams/${id}`)).status === 200),
      );
      expect(knows).toEqual(
        expected.map((events) => events.length > 0 && !events.includes('stream/delete')),
      );
    },
  );

  it.each<[string, Parameters, Parameters, boolean[]]>([
    ['public, made private', {}, { is_private: true }, [true, false, false]],
    [
      'public, made private with shared history',
      {},
      { is_private: true, history_public_to_subscribers: true },
      [true, false, true],
    ],
    [
      'private with shared history, made private again',
      { invite_only: true, history_public_to_subscribers: true },
      { is_private: true },
      [true, false, true],
    ],
    ['private, made public', { invite_only: true }, { is_private: false }, [false, false, true]],
    [
      'private, made web-public',
      { invite_only: true },
      { is_private: false, is_web_public: true },
      [false, true, true],
    ],
    [
      'web-public, made private',
      { is_web_public: true },
      { is_private: true },
      [true, false, false],
    ],
  ])('of a channel that was %s', async (_what, kind, change, [inviteOnly, webPublic, history]) => {
    const id = await made(owner, kind);
    const listener = await watch(owner);
    await changed(owner, id, change);
    const shown = {
      is_web_public: webPublic,
      history_public_to_subscribers: history,
    };
    expect(await show(id)).toMatchObject({ invite_only: inviteOnly, ...shown });
    const events = await listener.take();
    if (_what.endsWith('again')) expect(events).toEqual([]);
    else expect(events).toMatchObject([{ property: 'invite_only', value: inviteOnly, ...shown }]);
  });

  it('shows the subscribers to users who gain access', async () => {
    const id = await made(member, {
      invite_only: true,
      subscribers: [member.userId, admin.userId],
    });
    const listener = await watch(bystander);
    await changed(member, id, { is_private: false });
    expect(await listener.take()).toMatchObject([
      { type: 'stream', op: 'create', streams: [{ stream_id: id, subscriber_count: 0 }] },
      {
        type: 'subscription',
        op: 'peer_add',
        stream_ids: [id],
        user_ids: [admin.userId, member.userId].toSorted((a, b) => a - b),
      },
    ]);
  });
});

describe('the topics policy', () => {
  it('can be the empty topic only if all messages are in it', async () => {
    const id = await made(member);
    const only = { topics_policy: 'empty_topic_only' };
    expect(outcome(await update(member, id, only))).toBe('400 BAD_REQUEST');
    await changeRealmSettings(test, realm, { send_channel_events_messages: false });
    const quiet = await made(member);
    await sendToStream(member, quiet, '', 'Without a topic');
    expect(outcome(await update(member, quiet, only))).toBe('accepted');
    const named = await made(member);
    await sendToStream(member, named, '', 'Without a topic');
    await sendToStream(member, named, 'a topic', 'With one');
    expect(outcome(await update(member, named, only))).toBe('400 BAD_REQUEST');
    await changeRealmSettings(test, realm, { send_channel_events_messages: true });
  });

  it('moves the notifications of the server to the empty topic', async () => {
    const id = await made(member, { topics_policy: 'empty_topic_only' });
    await changed(member, id, { description: 'With a notice' });
    const subjects = (await messages(id)).map(({ subject }) => subject);
    expect(subjects).toEqual(['', '']);
    await changed(member, id, { topics_policy: 'inherit' });
    await changed(member, id, { topics_policy: 'empty_topic_only' });
  });
});

describe('a notice in the channel', () => {
  it.each<[string, Parameters, Parameters, string]>([
    [
      'of another name',
      { name: 'First name' },
      { new_name: 'Second name' },
      'renamed channel **First name** to **Second name**.',
    ],
    [
      'of another description',
      { description: 'was' },
      { description: '' },
      'changed the description of this channel.\n\n* **Before:**\n``` quote\nwas\n```\n* **Now:**\n``` quote\n*No description.*\n```',
    ],
    [
      'of another kind',
      {},
      { is_private: true },
      'changed the access permissions of this channel from **Public** to **Private, protected history**.',
    ],
    [
      'of another retention',
      {},
      { message_retention_days: 'unlimited' },
      'changed the message retention period of this channel.\n\n* **Before:** forever (default of the organization)\n* **Now:** forever',
    ],
  ])('%s', async (_what, kind, change, text) => {
    const id = await made(owner, kind);
    await changed(owner, id, change);
    const who = `@_**Sample Owner|${owner.userId}** `;
    expect(await latestNotice(id)).toBe(`${who}${text}`);
  });

  it('of a changed posting permission', async () => {
    const id = await made(member);
    await changed(member, id, {
      can_send_message_group: {
        new: { direct_members: [admin.userId], direct_subgroups: [groups['role:moderators']] },
      },
    });
    expect(await latestNotice(id)).toContain(
      `* **Before:** @_*role:everyone*\n* **Now:** @_*role:moderators*, @_**Sample Admin|${admin.userId}**`,
    );
  });

  it('is not sent if the organization disables it', async () => {
    await changeRealmSettings(test, realm, { send_channel_events_messages: false });
    const id = await made(member);
    await changed(member, id, { new_name: unique('silent'), description: 'Changed' });
    expect(await messages(id)).toEqual([]);
    await changeRealmSettings(test, realm, { send_channel_events_messages: true });
  });
});

describe('an archived channel', () => {
  async function archived(parameters: Parameters = {}): Promise<number> {
    const id = await made(owner, { subscribers: [owner.userId, member.userId], ...parameters });
    await owner.client.expect('DELETE', `streams/${id}`);
    return id;
  }

  it('is readable, and accepts no messages', async () => {
    const name = unique('archive');
    const id = await archived({ name });
    expect(await show(id, member)).toMatchObject({ is_archived: true, name });
    expect(await latestNotice(id)).toContain('archived this channel.');
    const post = await member.client.post('messages', {
      type: 'channel',
      to: id,
      topic: 'late',
      content: 'Too late',
    });
    expect(outcome(post)).toBe('400 BAD_REQUEST');
    const join = await bystander.client.post('users/me/subscriptions', {
      subscriptions: [{ name }],
    });
    expect(outcome(join)).toBe('400 BAD_REQUEST');
    const { subscribers } = await member.client.expect('GET', `streams/${id}/members`);
    expect(subscribers).toEqual([owner.userId, member.userId]);
    expect(outcome(await create(member, { name }))).toBe('409 CHANNEL_ALREADY_EXISTS');
  });

  it('is removed from the default channels', async () => {
    const listener = await watch(bystander);
    const id = await archived({ is_default_stream: true });
    const last = (await listener.take()).filter(({ type }) => type === 'default_streams').at(-1);
    expect(last?.['default_streams']).not.toContain(id);
    const again = await admin.client.post('default_streams', { stream_id: id });
    expect(outcome(again)).toBe('400 BAD_REQUEST');
  });

  it('is not archived twice', async () => {
    const id = await archived();
    expect(outcome(await owner.client.delete(`streams/${id}`))).toBe('400 BAD_REQUEST');
  });

  it('is removed and restored, in the form of each client', async () => {
    const id = await made(owner, { subscribers: [owner.userId, member.userId] });
    const old = { notification_settings_null: true };
    const people: [TestUser, Parameters][] = [
      [member, MODERN],
      [member, old],
      [bystander, MODERN],
      [bystander, old],
      [guest, MODERN],
      [guest, old],
    ];
    const watching = await Promise.all(people.map(([user, known]) => watch(user, known)));
    await owner.client.expect('DELETE', `streams/${id}`);
    const change = 'stream/update is_archived';
    expect(await Promise.all(watching.map(kinds))).toEqual([
      [change],
      ['stream/delete'],
      [change],
      ['stream/delete'],
      [],
      [],
    ]);
    await changed(owner, id, { description: 'While it was away' });
    const described = 'stream/update description';
    expect(await Promise.all(watching.map(kinds))).toEqual([
      [described],
      [],
      [described],
      [],
      [],
      [],
    ]);
    await changed(owner, id, { is_archived: false });
    expect(await Promise.all(watching.map(kinds))).toEqual([
      [change],
      ['stream/create', 'subscription/add'],
      [change],
      ['stream/create', 'subscription/peer_add'],
      [],
      [],
    ]);
    expect(await latestNotice(id)).toContain('unarchived this channel.');
    await sendToStream(member, id, 'back', 'It is open again');
  });

  it('is unarchived together with other changes', async () => {
    const id = await archived();
    const name = unique('revived');
    await changed(owner, id, { is_archived: false, new_name: name });
    expect(await show(id)).toMatchObject({ is_archived: false, name });
  });

  it.each<[string, () => TestUser, string]>([
    ['an administrator', () => admin, 'accepted'],
    ['its maker', () => member, 'accepted'],
    ['a moderator', () => moderator, '400 BAD_REQUEST'],
    ['another member', () => bystander, '400 BAD_REQUEST'],
    ['a guest', () => guest, '400 BAD_REQUEST'],
  ])('is archived and unarchived with the permission: %s', async (_who, user, expected) => {
    const id = await made(member);
    expect(outcome(await user().client.delete(`streams/${id}`))).toBe(expected);
    if (expected !== 'accepted') await member.client.expect('DELETE', `streams/${id}`);
    expect(outcome(await update(user(), id, { is_archived: false }))).toBe(expected);
  });
});

describe('the default channels', () => {
  it('are added and removed, without events for guests', async () => {
    const id = await made(member);
    const listeners = await Promise.all([member, guest].map((user) => watch(user)));
    await admin.client.expect('POST', 'default_streams', { stream_id: id });
    await admin.client.expect('POST', 'default_streams', { stream_id: id });
    const state = await member.client.expect('POST', 'register', {
      fetch_event_types: ['default_streams'],
    });
    expect(state['realm_default_streams']).toContain(id);
    await admin.client.expect('DELETE', 'default_streams', { stream_id: id });
    await admin.client.expect('DELETE', 'default_streams', { stream_id: id });
    const [events, guests] = await Promise.all(listeners.map((listener) => listener.take()));
    expect(events?.map(({ default_streams: ids }) => (ids as number[]).includes(id))).toEqual([
      true,
      false,
    ]);
    expect(guests).toEqual([]);
  });

  it.each<[string, () => Promise<number>]>([
    ['private', () => made(admin, { invite_only: true })],
    ['unknown', () => Promise.resolve(2_000_000)],
    ['of another organization', async () => made((await createRealm(test)).owner)],
  ])('are not %s', async (_what, channel) => {
    const answer = await admin.client.post('default_streams', { stream_id: await channel() });
    expect(outcome(answer)).toBe('400 BAD_REQUEST');
  });

  it('are set by administrators', async () => {
    const id = await made(member);
    for (const { client } of [member, moderator, guest]) {
      expect(outcome(await client.post('default_streams', { stream_id: id }))).toBe(
        '400 BAD_REQUEST',
      );
      expect(outcome(await client.delete('default_streams', { stream_id: id }))).toBe(
        '400 BAD_REQUEST',
      );
    }
  });
});

describe('the address of a channel', () => {
  async function address(user: TestUser, id: number, senderId?: number): Promise<string> {
    const { body } = await user.client.get(`streams/${id}/email_address`, {
      sender_id: senderId,
    });
    return String(body['email'] ?? body['msg']);
  }

  it('is stable, and different for each user, channel and sender', async () => {
    const [id, second] = [await made(member, { name: 'Für Alle & Jeden' }), await made(member)];
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
    const all = [
      await address(member, id),
      await address(bystander, id),
      await address(member, second),
      await address(member, id, member.userId),
      await address(member, id, bot.userId),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(all[0]).toMatch(/^f-r-alle-jeden\.[a-z0-9]{32}@/);
    expect(all[0]?.endsWith(`@${realm.host}`)).toBe(true);
    expect(await address(member, id)).toBe(all[0]);
    const gateway = await test.app.get(UsersService).systemBot(realm.realmId, 'emailgateway');
    expect(await address(member, id, gateway.id)).toBe(all[0]);
  });

  it('can be used without its readable part', async () => {
    const id = await made(member, { name: '日本語' });
    expect(await address(member, id)).toMatch(/^[a-z0-9]{32}@/);
  });

  it('is not returned for other senders', async () => {
    const id = await made(member);
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: bystander.userId } });
    const foreignOwner = (await createRealm(test)).owner;
    for (const sender of [bystander.userId, bot.userId, foreignOwner.userId, 2_000_000]) {
      expect(await address(member, id, sender)).toContain('The sender must be you');
    }
  });

  it('is for users who can read the channel', async () => {
    const closed = await made(member, { invite_only: true });
    const gone = await made(member);
    await member.client.expect('DELETE', `streams/${gone}`);
    for (const user of [admin, bystander, guest]) {
      expect(await address(user, closed)).toBe('Invalid channel ID');
    }
    expect(await address(member, gone)).toBe('Invalid channel ID');
  });
});

describe('the activity of channels', () => {
  const DAY = 24 * 3600;

  it('is recomputed as time passes', async () => {
    const place = await createRealm(test);
    const { client } = place.owner;
    const activity = test.app.get(StreamActivityService);
    const newChannel = async (): Promise<number> =>
      (
        await client.expect('POST', 'channels/create', {
          name: unique('busy'),
          subscribers: [place.owner.userId],
        })
      )['id'] as number;
    const activityOf = async (id: number): Promise<unknown[]> => {
      const { stream } = await client.expect('GET', `streams/${id}`);
      const shown = stream as Record<string, unknown>;
      return [shown['is_recently_active'], shown['stream_weekly_traffic']];
    };
    const busy = await newChannel();
    const quiet = await newChannel();
    test.clock.advance(6 * DAY);
    await activity.refresh(place.realmId);
    expect(await activityOf(busy)).toEqual([true, null]);

    test.clock.advance(170 * DAY);
    for (let i = 0; i < 8; i++) await sendToStream(place.owner, busy, 'work', `Message ${i}`);
    test.clock.advance(5 * DAY);
    const listener = await listen(test, place, place.owner, {
      event_types: ['stream'],
      client_capabilities: MODERN,
    });
    await activity.refresh(place.realmId);
    expect(await activityOf(busy)).toEqual([true, 2]);
    expect(await activityOf(quiet)).toEqual([false, 0]);
    const events = (await listener.take()).filter(
      ({ stream_id: id }) => id === busy || id === quiet,
    );
    expect(events.map((event) => [event['stream_id'], event['property'], event['value']])).toEqual([
      [quiet, 'is_recently_active', false],
      [busy, 'stream_weekly_traffic', 2],
      [quiet, 'stream_weekly_traffic', 0],
    ]);

    await activity.refresh(place.realmId);
    expect(await listener.take()).toEqual([]);
    await sendToStream(place.owner, quiet, 'again', 'Awake');
    expect(await activityOf(quiet)).toEqual([true, 0]);
    expect(await listener.take()).toMatchObject([
      { stream_id: quiet, property: 'is_recently_active', value: true },
    ]);
  });
});
