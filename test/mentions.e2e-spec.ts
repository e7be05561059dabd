// Mentions: the flags of each user message and event, and the permission to mention.
import { describe, expect, test } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import { listen } from './event-listener.js';
import {
  changeRealmSettings,
  createPeople,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestUser,
  unique,
} from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const app = await sharedTestApp();
const { realm, owner, one, other, outsider } = await createScene(app, {
  one: { fullName: 'Sample One' },
  other: { fullName: 'Sample Other' },
  outsider: { fullName: 'Sample Outsider' },
});
const groups = await app.app.get(GroupMembership).systemGroupIds(realm.realmId);
const channel = await subscribe(owner, unique('channel'), {
  principals: [owner.userId, one.userId, other.userId],
});

/** Undefined without a user message. */
async function flags(user: TestUser, id: number): Promise<string[] | undefined> {
  const { messages } = await user.client.expect('GET', 'messages', { message_ids: [id] });
  const found = (messages as { flags: string[] }[])[0];
  return found?.flags.includes('historical') ? undefined : found?.flags;
}

function send(sender: TestUser, to: number, content: string, topic = 'topic'): Promise<Answer> {
  return sender.client.post('messages', { type: 'channel', to, topic, content });
}

async function code(answer: Promise<Answer>): Promise<unknown> {
  const { status, body } = await answer;
  return status === 200 ? 'sent' : body['code'];
}

async function createGroup(
  members: TestUser[],
  parameters: Record<string, unknown> = {},
): Promise<{ id: number; name: string }> {
  const name = unique('group');
  const { group_id: id } = await owner.client.expect('POST', 'user_groups/create', {
    name,
    description: '',
    members: members.map(({ userId }) => userId),
    ...parameters,
  });
  return { id: id as number, name };
}

describe('a user', () => {
  test.each([
    ['by name', () => '@**Sample One**', ['mentioned']],
    ['by name in other case', () => '@**sample one**', ['mentioned']],
    ['by name and id', () => `@**Sample One|${one.userId}**`, ['mentioned']],
    ['by id', () => `@**|${one.userId}**`, ['mentioned']],
    ['by a wrong name with the id', () => `@**Sample Other|${one.userId}**`, []],
    ['silently', () => '@_**Sample One**', []],
    ['in code', () => '`@**Sample One**`', []],
    ['in a quote', () => '> @**Sample One**', []],
    ['inside a word', () => 'a@**Sample One**', []],
    ['after a bracket', () => '(@**Sample One**)', ['mentioned']],
    ['twice', () => '@**Sample One** @**Sample One**', ['mentioned']],
  ])('mentioned %s', async (_, content, expected) => {
    const id = await sendToStream(owner, channel, 'topic', content());
    expect(await flags(one, id)).toEqual(expected);
    expect(await flags(other, id)).toEqual([]);
    const direct = await sendDirect(owner, [one, other], content());
    expect(await flags(one, direct)).toEqual(expected);
  });

  test('can be oneself', async () => {
    expect(
      await flags(owner, await sendToStream(owner, channel, 'x', '@**Sample Owner**')),
    ).toEqual(['mentioned']);
  });

  test('who is not subscribed gets no user message', async () => {
    const id = await sendToStream(owner, channel, 'topic', '@**Sample Outsider**');
    expect(await flags(outsider, id)).toBeUndefined();
  });

  test('who is deactivated is mentioned silently', async () => {
    const former = await createUser(app, realm, { fullName: 'Sample Former' });
    await subscribe(former, await nameOf(channel));
    await app.dataSource.query('UPDATE users SET is_active = false WHERE id = $1', [former.userId]);
    const id = await sendToStream(owner, channel, 'topic', '@**Sample Former**');
    const [row] = await app.dataSource.query<{ flags: number }[]>(
      'SELECT flags FROM user_messages WHERE message_id = $1 AND user_id = $2',
      [id, former.userId],
    );
    expect(row?.flags ?? 0).toBe(0);
  });

  test('has the flag in the event too, and others do not', async () => {
    const listeners = [await listen(app, realm, one), await listen(app, realm, other)];
    await sendToStream(owner, channel, 'topic', '@**Sample One**');
    const taken = await Promise.all(listeners.map((listener) => listener.take()));
    const seen = taken.map((events) => events.find(({ type }) => type === 'message')!['flags']);
    expect(seen).toEqual([['mentioned'], []]);
  });
});

async function nameOf(id: number): Promise<string> {
  const [row] = await app.dataSource.query<{ name: string }[]>(
    'SELECT name FROM streams WHERE id = $1',
    [id],
  );
  return row!.name;
}

describe('a group', () => {
  test('mentions members, including those of subgroups, who receive the message', async () => {
    const inner = await createGroup([one]);
    const middle = await createGroup([], { subgroups: [inner.id] });
    const { name } = await createGroup([outsider], { subgroups: [middle.id] });
    const id = await sendToStream(owner, channel, 'topic', `@*${name}*`);
    expect(await flags(one, id)).toEqual(['mentioned']);
    expect(await flags(other, id)).toEqual([]);
    expect(await flags(outsider, id)).toBeUndefined();
    expect(await flags(one, await sendDirect(other, [one], `@*${name}*`))).toEqual(['mentioned']);
    expect(await flags(one, await sendToStream(owner, channel, 'x', `@_*${name}*`))).toEqual([]);
  });

  test('with a system group inside mentions its members', async () => {
    const { name } = await createGroup([], { subgroups: [groups['role:members']] });
    const id = await sendToStream(owner, channel, 'topic', `@*${name}*`);
    for (const user of [owner, one, other]) expect(await flags(user, id)).toEqual(['mentioned']);
  });

  test('can be mentioned with the permission of the group', async () => {
    const { name } = await createGroup([other], {
      can_mention_group: { direct_members: [one.userId], direct_subgroups: [] },
    });
    expect(await code(send(one, channel, `@*${name}*`))).toBe('sent');
    expect(await code(send(other, channel, `@*${name}*`))).toBe('BAD_REQUEST');
    expect(await code(send(owner, channel, `@*${name}*`))).toBe('BAD_REQUEST');
    expect(await code(send(owner, channel, `@_*${name}*`))).toBe('sent');
    const direct = { type: 'direct', to: [one.userId], content: `@*${name}*` };
    expect(await code(owner.client.post('messages', direct))).toBe('BAD_REQUEST');
  });

  test('of the system is mentioned silently only', async () => {
    expect(await code(send(owner, channel, '@*role:members*'))).toBe('BAD_REQUEST');
    expect(await code(send(owner, channel, '@_*role:members*'))).toBe('sent');
  });

  test('that is deactivated is not mentioned', async () => {
    const { id: groupId, name } = await createGroup([one]);
    await owner.client.expect('POST', `user_groups/${groupId}/deactivate`);
    const id = await sendToStream(owner, channel, 'topic', `@*${name}*`);
    expect(await flags(one, id)).toEqual([]);
  });
});

describe('a channel wildcard', () => {
  const EVERYONE = ['stream_wildcard_mentioned', 'wildcard_mentioned'];

  test.each(['all', 'everyone', 'stream', 'channel'])('by @**%s**', async (name) => {
    const id = await sendToStream(one, channel, 'topic', `@**${name}**`);
    for (const user of [owner, one, other]) expect(await flags(user, id)).toEqual(EVERYONE);
    const silent = await sendToStream(one, channel, 'topic', `@_**${name}**`);
    expect(await flags(other, silent)).toEqual([]);
  });

  test('in a direct message mentions its recipients', async () => {
    expect(await flags(other, await sendDirect(one, [other], '@**all**'))).toEqual(EVERYONE);
  });

  test('of more than 15 needs the permission', async () => {
    const crowd = await createPeople(app, realm, 13);
    const big = await subscribe(owner, unique('big'), {
      principals: [owner.userId, one.userId, ...crowd],
    });
    expect(await code(send(one, big, '@**all**'))).toBe('sent');
    await subscribe(other, await nameOf(big));
    expect(await code(send(one, big, '@**all**'))).toBe('STREAM_WILDCARD_MENTION_NOT_ALLOWED');
    expect(await code(send(one, big, '@_**all**'))).toBe('sent');
    expect(await code(send(owner, big, '@**all**'))).toBe('sent');
    await changeRealmSettings(app, realm, {
      can_mention_many_users_group: { direct_members: [one.userId], direct_subgroups: [] },
    });
    expect(await code(send(one, big, '@**all**'))).toBe('sent');
    expect(await code(send(owner, big, '@**all**'))).toBe('STREAM_WILDCARD_MENTION_NOT_ALLOWED');
    await changeRealmSettings(app, realm, {
      can_mention_many_users_group: groups['role:administrators'],
    });
  });
});

describe('a topic wildcard', () => {
  const EVERYONE = ['topic_wildcard_mentioned', 'wildcard_mentioned'];

  test('mentions users who sent or reacted there', async () => {
    const topic = unique('topic');
    const first = await sendToStream(one, channel, topic, 'first');
    const id = await sendToStream(owner, channel, topic.toUpperCase(), '@**topic**');
    expect(await flags(one, id)).toEqual(EVERYONE);
    expect(await flags(other, id)).toEqual([]);
    await other.client.expect('POST', `messages/${first}/reactions`, { emoji_name: 'tada' });
    const later = await sendToStream(one, channel, topic, '@**topic**');
    for (const user of [owner, one, other]) expect(await flags(user, later)).toEqual(EVERYONE);
    const silent = await sendToStream(one, channel, topic, '@_**topic**');
    expect(await flags(owner, silent)).toEqual([]);
  });

  test('does not exist in direct messages', async () => {
    expect(await flags(other, await sendDirect(one, [other], '@**topic**'))).toEqual([]);
  });

  test('of more than 15 needs the permission', async () => {
    const topic = unique('busy');
    await sendToStream(one, channel, topic, 'first');
    const [template] = await app.dataSource.query<{ id: number }[]>(
      `SELECT id FROM messages WHERE topic = $1`,
      [topic],
    );
    const write = (userIds: number[]): Promise<unknown> =>
      app.dataSource.query(
        `INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
           date_sent, client_name)
         SELECT realm_id, sender, recipient_id, topic, content, rendered_content, date_sent, client_name
         FROM messages, unnest($2::integer[]) AS sender WHERE id = $1`,
        [template!.id, userIds],
      );
    const crowd = await createPeople(app, realm, 15);
    await write(crowd.slice(0, 14));
    expect(await code(send(one, channel, '@**topic**', topic))).toBe('sent');
    await write(crowd.slice(14));
    const refused = 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED';
    expect(await code(send(one, channel, '@**topic**', topic))).toBe(refused);
    expect(await code(send(owner, channel, '@**topic**', topic))).toBe('sent');
  });
});

test('a refused message is not sent', async () => {
  const listener = await listen(app, realm, one);
  const { name } = await createGroup([], { can_mention_group: groups['role:nobody'] });
  await send(owner, channel, `@*${name}*`);
  expect((await listener.take()).filter(({ type }) => type === 'message')).toEqual([]);
});

test('several kinds of mentions in one message', async () => {
  await one.client.expect('POST', 'users/me/alert_words', { alert_words: ['cake'] });
  const { name } = await createGroup([one, other]);
  const topic = unique('topic');
  await sendToStream(other, channel, topic, 'first');
  const content = `@**Sample One** @*${name}* @**all** @**topic**: cake`;
  const id = await sendToStream(owner, channel, topic, content);
  const everyone = ['stream_wildcard_mentioned'];
  expect(await flags(one, id)).toEqual([
    'mentioned',
    ...everyone,
    'has_alert_word',
    'wildcard_mentioned',
  ]);
  expect(await flags(other, id)).toEqual([
    'mentioned',
    ...everyone,
    'topic_wildcard_mentioned',
    'wildcard_mentioned',
  ]);
  expect(await flags(owner, id)).toEqual([...everyone, 'wildcard_mentioned']);
});

test('events update the state', async () => {
  const guest = await createUser(app, realm, { role: Role.Guest, fullName: 'Sample Guest' });
  const topic = unique('topic');
  const name = unique('channel');
  const all = [owner, one, other, guest];
  const id = await subscribe(owner, name, { principals: all.map(({ userId }) => userId) });
  const { name: group } = await createGroup([guest, outsider]);
  await guest.client.expect('PATCH', 'users/me/subscriptions/muted_topics', {
    stream_id: id,
    topic,
    op: 'add',
  });
  const observers = observersOf(realm, { owner, one, guest, outsider });
  await verifyEvents(app, observers, async () => {
    await sendToStream(one, id, topic, 'nobody');
    await sendToStream(one, id, topic, '@**Sample Guest** and @**Sample Owner**');
    await sendToStream(one, id, topic, `@*${group}*`);
    await sendToStream(one, id, topic, '@**all**');
    await sendToStream(owner, id, topic, '@**topic**');
    await sendDirect(guest, [owner, one], '@**Sample One**');
  });
});
