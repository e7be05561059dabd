// The topics of a channel, as each reader sees them, and their icons.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { ownTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import { listen } from './event-listener.js';
import {
  changeRealmSettings,
  createCustomEmoji,
  createRealm,
  createUser,
  sendToStream,
  subscribe,
  type TestUser,
  unique,
} from './factories.js';
import { explain, expectCheap } from './query-plans.js';
import { createScene } from './scene.js';

const test = await ownTestApp();
const { realm, owner, member, guest } = await createScene(test, {
  member: {},
  guest: { role: Role.Guest },
});
const groups = await test.app.get(GroupMembership).systemGroupIds(realm.realmId);

let channel: string;
let streamId: number;

beforeEach(async () => {
  channel = unique('channel');
  streamId = await subscribe(owner, channel);
});

/** Without the topic in which the server announces the new channel. */
async function topics(user: TestUser, parameters: Parameters = {}): Promise<unknown[]> {
  const body = await user.client.expect('GET', `users/me/${streamId}/topics`, parameters);
  const all = body['topics'] as { name: string }[];
  return all.filter(({ name }) => name !== 'channel events');
}

function outcome({ status, body }: Answer): string {
  return status === 200 ? 'accepted' : `${String(body['code'])}: ${String(body['msg'])}`;
}

async function archive(): Promise<void> {
  await test.app
    .get(Database)
    .query('UPDATE streams SET is_archived = true WHERE id = $1', [streamId]);
}

const PRIVATE = { invite_only: true, history_public_to_subscribers: true };
const PROTECTED = { invite_only: true, history_public_to_subscribers: false };

describe('GET /users/me/{stream_id}/topics', () => {
  it('has each topic with its newest message, the most recent first', async () => {
    await sendToStream(owner, channel, 'first', 'one');
    const second = await sendToStream(owner, channel, 'second', 'two');
    const first = await sendToStream(owner, channel, 'first', 'three');
    expect(await topics(member)).toEqual([
      { name: 'first', max_id: first },
      { name: 'second', max_id: second },
    ]);
    const body = await member.client.expect('GET', `users/me/${streamId}/topics`);
    expect(body['supports_topic_icons']).toBe(true);
  });

  it('merges spellings that differ in case, with the newest spelling', async () => {
    await sendToStream(owner, channel, 'Straße nach Łódź', 'one');
    await sendToStream(owner, channel, 'other', 'two');
    const newest = await sendToStream(owner, channel, 'STRAßE NACH łódź', 'three');
    expect(await topics(owner)).toMatchObject([
      { name: 'STRAßE NACH łódź', max_id: newest },
      { name: 'other' },
    ]);
  });

  it('is empty for a channel without messages', async () => {
    const other = unique('other');
    await subscribe(owner, other);
    await sendToStream(owner, other, 'elsewhere', 'one');
    expect(await topics(owner)).toEqual([]);
  });

  it('has the display name of the empty topic for clients without support', async () => {
    await sendToStream(owner, channel, '', 'one');
    expect(await topics(owner)).toMatchObject([{ name: 'general chat' }]);
    expect(await topics(owner, { allow_empty_topic_name: false })).toMatchObject([
      { name: 'general chat' },
    ]);
    expect(await topics(owner, { allow_empty_topic_name: true })).toMatchObject([{ name: '' }]);
  });

  it('lists the topics of an archived channel', async () => {
    const id = await sendToStream(owner, channel, 'kept', 'one');
    await archive();
    expect(await topics(owner)).toEqual([{ name: 'kept', max_id: id }]);
    expect(await topics(member)).toEqual([{ name: 'kept', max_id: id }]);
  });

  it('includes topics from before a subscription where the history is public', async () => {
    const name = unique('private');
    streamId = await subscribe(owner, name, PRIVATE);
    await sendToStream(owner, name, 'before', 'one');
    await subscribe(owner, name, { principals: [member.userId] });
    expect(await topics(member)).toMatchObject([{ name: 'before' }]);
  });

  it('includes only topics of received messages where the history is protected', async () => {
    const name = unique('protected');
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: owner.userId } });
    streamId = await subscribe(owner, name, PROTECTED);
    await sendToStream(owner, name, 'before', 'one');
    await sendToStream(owner, name, 'both', 'two');
    await subscribe(owner, name, { principals: [member.userId] });
    expect(await topics(member)).toEqual([]);
    const both = await sendToStream(owner, name, 'Both', 'three');
    const after = await sendToStream(owner, name, 'after', 'four');
    await subscribe(owner, name, { principals: [bot.userId] });
    const last = await sendToStream(owner, name, 'last', 'five');
    expect(await topics(member)).toEqual([
      { name: 'last', max_id: last },
      { name: 'after', max_id: after },
      { name: 'Both', max_id: both },
    ]);
    expect(await topics(bot)).toEqual([{ name: 'last', max_id: last }]);
    expect(await topics(owner)).toMatchObject([{}, {}, {}, { name: 'before' }]);
  });

  it('has the newest message that was received, not one sent during an absence', async () => {
    const name = unique('protected');
    streamId = await subscribe(owner, name, PROTECTED);
    await subscribe(owner, name, { principals: [member.userId] });
    const received = await sendToStream(owner, name, 'Topic', 'one');
    await member.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    await sendToStream(owner, name, 'topic', 'two');
    await subscribe(owner, name, { principals: [member.userId] });
    expect(await topics(member)).toEqual([{ name: 'Topic', max_id: received }]);
  });

  it('has the same response for every channel that the caller cannot read', async () => {
    const name = unique('private');
    const hidden = await subscribe(owner, name, PRIVATE);
    const elsewhere = await createRealm(test);
    const foreign = await subscribe(elsewhere.owner, unique('foreign'));
    const refusal = 'BAD_REQUEST: Invalid channel ID';
    const admin = await createUser(test, realm, { role: Role.Administrator });
    for (const [user, id] of [
      [member, hidden],
      [admin, hidden],
      [guest, streamId],
      [owner, foreign],
      [owner, 2_147_483_647],
    ] as const) {
      expect(outcome(await user.client.get(`users/me/${id}/topics`))).toBe(refusal);
    }
  });

  it('is not found for invalid ids', async () => {
    for (const id of ['x', '-1', '1.5', '99999999999']) {
      const { status } = await owner.client.raw('GET', `/api/v1/users/me/${id}/topics`);
      expect([id, status]).toEqual([id, 404]);
    }
    expect(
      outcome(
        await owner.client.get(`users/me/${streamId}/topics`, { allow_empty_topic_name: 'yes' }),
      ),
    ).toContain('BAD_REQUEST');
  });

  it('finds topics by index, however many messages each has', async () => {
    const name = unique('protected');
    const protectedId = await subscribe(owner, name, PROTECTED);
    await subscribe(owner, name, { principals: [member.userId] });
    await test.app.get(Database).query(
      `WITH sent AS (
         INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
           date_sent, client_name)
         SELECT $1, $2, r.id, 'topic ' || n % 20, '', '', now(), 'test'
         FROM recipients r, generate_series(1, 20000) n WHERE r.stream_id = ANY($3::integer[])
         RETURNING id
       )
       INSERT INTO user_messages (user_id, message_id) SELECT $4, id FROM sent`,
      [realm.realmId, owner.userId, [streamId, protectedId], member.userId],
    );
    await test.app.get(Database).query('VACUUM ANALYZE messages, user_messages');
    const open = await explain(test, async () => expect(await topics(member)).toHaveLength(20));
    streamId = protectedId;
    const received = await explain(test, async () => expect(await topics(member)).toHaveLength(20));
    expectCheap(open, 50);
    expectCheap(received, 100);
  });
});

const ICON = { emoji_name: 'rocket', emoji_code: '1f680', reaction_type: 'unicode_emoji' };

describe('the icon of a topic', () => {
  function set(user: TestUser, topic: string, icon: Parameters = ICON): Promise<Answer> {
    return user.client.post(`streams/${streamId}/topic_icon`, { topic_name: topic, ...icon });
  }

  function remove(user: TestUser, topic: string): Promise<Answer> {
    return user.client.delete(`streams/${streamId}/topic_icon`, { topic_name: topic });
  }

  it('is visible to all users, and published to clients that request it', async () => {
    await sendToStream(owner, channel, 'Launch', 'one');
    const asking = await listen(test, realm, member, { event_types: ['topic_icon'] });
    const takingAll = await listen(test, realm, member);
    expect(outcome(await set(member, 'launch'))).toBe('accepted');
    expect(await topics(owner)).toMatchObject([{ name: 'Launch', icon: ICON }]);
    expect(outcome(await set(owner, 'LAUNCH'))).toBe('accepted');
    const flag = { ...ICON, emoji_name: 'flag_germany', emoji_code: '1f1e9-1f1ea' };
    expect(outcome(await set(owner, 'Launch', flag))).toBe('accepted');
    expect(await topics(member)).toMatchObject([{ icon: flag }]);
    expect(outcome(await remove(member, 'lauNch'))).toBe('accepted');
    expect(outcome(await remove(member, 'Launch'))).toBe('accepted');
    expect(await topics(member)).toEqual([{ name: 'Launch', max_id: expect.any(Number) }]);
    const place = { type: 'topic_icon', stream_id: streamId };
    expect(await asking.take()).toMatchObject([
      { ...place, op: 'set', topic_name: 'launch', icon: ICON },
      { ...place, op: 'set', topic_name: 'Launch', icon: flag },
      { ...place, op: 'remove', topic_name: 'lauNch' },
    ]);
    expect(await takingAll.take()).toEqual([]);
  });

  it('can be set for the empty topic by all its names', async () => {
    await sendToStream(owner, channel, '', 'one');
    const old = await listen(test, realm, owner, { event_types: ['topic_icon'] });
    const modern = await listen(test, realm, owner, {
      event_types: ['topic_icon'],
      client_capabilities: { empty_topic_name: true },
    });
    await set(member, 'general chat');
    expect(await topics(owner, { allow_empty_topic_name: true })).toMatchObject([
      { name: '', icon: ICON },
    ]);
    await remove(member, '');
    expect(await old.take()).toMatchObject([
      { topic_name: 'general chat' },
      { topic_name: 'general chat' },
    ]);
    expect(await modern.take()).toMatchObject([{ topic_name: '' }, { topic_name: '' }]);
  });

  it('is published only to users with access to the topic', async () => {
    const name = unique('protected');
    streamId = await subscribe(owner, name, PROTECTED);
    await sendToStream(owner, name, 'early', 'one');
    await subscribe(owner, name, { principals: [member.userId] });
    const queues = await Promise.all(
      [owner, member, guest].map((user) =>
        listen(test, realm, user, { event_types: ['topic_icon'] }),
      ),
    );
    expect(outcome(await set(member, 'early'))).toBe(
      'BAD_REQUEST: There is no such topic in this channel',
    );
    expect(outcome(await set(owner, 'early'))).toBe('accepted');
    const seen = await Promise.all(queues.map(async (queue) => (await queue.take()).length));
    expect(seen).toEqual([1, 0, 0]);
    expect(await topics(member)).toEqual([]);
  });

  it('can be set with the permission to rename topics', async () => {
    const other = await createRealm(test);
    const ids = await test.app.get(GroupMembership).systemGroupIds(other.realmId);
    const people = {
      owner: other.owner,
      administrator: await createUser(test, other, { role: Role.Administrator }),
      moderator: await createUser(test, other, { role: Role.Moderator }),
      'channel administrator': await createUser(test, other),
      mover: await createUser(test, other),
      member: await createUser(test, other),
      guest: await createUser(test, other, { role: Role.Guest }),
    };
    const name = unique('channel');
    streamId = await subscribe(other.owner, name, {
      principals: Object.values(people).map(({ userId }) => userId),
      can_administer_channel_group: {
        direct_members: [people['channel administrator'].userId],
        direct_subgroups: [],
      },
      can_move_messages_within_channel_group: {
        direct_members: [people.mover.userId],
        direct_subgroups: [],
      },
    });
    await sendToStream(other.owner, name, 'topic', 'one');
    const everyone = await Promise.all(
      Object.values(people).map(async (user) => outcome(await set(user, 'topic'))),
    );
    expect(new Set(everyone)).toEqual(new Set(['accepted']));
    await changeRealmSettings(test, other, {
      can_move_messages_between_topics_group: ids['role:nobody'],
    });
    const answers = Object.entries(people).map(async ([kind, user]) => [
      kind,
      outcome(await set(user, 'topic')),
      outcome(await remove(user, 'topic')),
    ]);
    const refusal = 'BAD_REQUEST: You may not change the topics of this channel';
    expect(await Promise.all(answers)).toEqual([
      ['owner', refusal, refusal],
      ['administrator', refusal, refusal],
      ['moderator', refusal, refusal],
      ['channel administrator', refusal, refusal],
      ['mover', 'accepted', 'accepted'],
      ['member', refusal, refusal],
      ['guest', refusal, refusal],
    ]);
    expect(groups['role:nobody']).not.toBe(ids['role:nobody']);
  });

  it('is refused for unreadable, archived and foreign channels', async () => {
    await sendToStream(owner, channel, 'topic', 'one');
    const otherRealm = await createRealm(test);
    expect(outcome(await set(guest, 'topic'))).toBe('BAD_REQUEST: Invalid channel ID');
    expect(outcome(await set(otherRealm.owner, 'topic'))).toBe('BAD_REQUEST: Invalid channel ID');
    expect(outcome(await set(owner, 'no such topic'))).toContain('There is no such topic');
    await archive();
    expect(outcome(await set(owner, 'topic'))).toBe('BAD_REQUEST: The channel is archived');
    expect(outcome(await remove(owner, 'topic'))).toBe('BAD_REQUEST: The channel is archived');
    expect(await topics(owner)).toEqual([{ name: 'topic', max_id: expect.any(Number) }]);
  });

  it.each([
    { emoji_name: 'Rocket' },
    { emoji_name: 'tada' },
    { emoji_name: 'no_such_emoji' },
    { emoji_code: '1f389' },
    { emoji_name: '' },
    { emoji_name: 'a'.repeat(101) },
    { emoji_code: '31' },
    { emoji_code: '61' },
    { emoji_code: '1f680-' },
    { emoji_code: 'ffffff' },
    { emoji_code: 'rocket' },
    { emoji_code: 'd83d-de80' },
    { reaction_type: 'realm_emoji', emoji_code: '1' },
    { reaction_type: 'zulip_extra_emoji', emoji_code: 'zulip' },
    { emoji_name: 'zulip', emoji_code: 'zulip' },
    { reaction_type: 'emoji' },
  ])('is not %j', async (wrong) => {
    await sendToStream(owner, channel, 'topic', 'one');
    expect(outcome(await set(owner, 'topic', { ...ICON, ...wrong }))).toMatch(/^BAD_REQUEST/);
    expect(await topics(owner)).toEqual([{ name: 'topic', max_id: expect.any(Number) }]);
  });

  it.each([
    ['one', '0031-20e3'],
    ['heart', '2764'],
    ['family_man_woman_girl', '1f468-200d-1f469-200d-1f467'],
    ['rainbow_flag', '1f3f3-200d-1f308'],
  ])('is an emoji as in reactions: %s', async (emoji_name, emoji_code) => {
    await sendToStream(owner, channel, 'topic', 'one');
    const icon = { ...ICON, emoji_name, emoji_code };
    expect(outcome(await set(owner, 'topic', icon))).toBe('accepted');
    expect(await topics(owner)).toMatchObject([{ icon }]);
  });

  it('is an active custom emoji, or a built-in one', async () => {
    await sendToStream(owner, channel, 'topic', 'one');
    const id = await createCustomEmoji(test, realm, 'parley', owner.userId);
    const own = { emoji_name: 'parley', emoji_code: String(id), reaction_type: 'realm_emoji' };
    const builtIn = {
      emoji_name: 'zulip',
      emoji_code: 'zulip',
      reaction_type: 'zulip_extra_emoji',
    };
    for (const icon of [builtIn, own]) {
      expect(outcome(await set(owner, 'topic', icon))).toBe('accepted');
      expect(await topics(owner)).toMatchObject([{ icon }]);
    }
    await owner.client.expect('DELETE', 'realm/emoji/parley');
    expect(await topics(owner)).toMatchObject([{ icon: own }]);
    expect(outcome(await set(owner, 'topic', own))).toMatch(/^BAD_REQUEST/);
    const elsewhere = await createRealm(test);
    const foreign = await createCustomEmoji(test, elsewhere, 'other', elsewhere.owner.userId);
    const theirs = { ...own, emoji_name: 'other', emoji_code: String(foreign) };
    expect(outcome(await set(owner, 'topic', theirs))).toMatch(/^BAD_REQUEST/);
  });

  it.each(['topic_name', 'emoji_name', 'emoji_code', 'reaction_type'])('needs %s', async (name) => {
    const parameters: Parameters = { topic_name: 'topic', ...ICON };
    delete parameters[name];
    const { body } = await owner.client.post(`streams/${streamId}/topic_icon`, parameters);
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: name });
  });
});
