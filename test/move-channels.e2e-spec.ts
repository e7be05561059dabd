// Moving messages to another channel: permissions, and the effects on user messages, flags and topic
// settings.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import type { SystemGroupIds } from '#modules/groups/groups/system-groups.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { WireEvent } from './event-queue.js';
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
import {
  age,
  allowInChannel,
  edit,
  edited,
  outcome,
  show,
  topicOf,
} from './message-editing-scene.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const WEEK = 604_800;
const ALL = { propagate_mode: 'change_all', send_notification_to_new_thread: false };
const PRIVATE = { invite_only: true, history_public_to_subscribers: true };
const PROTECTED = { invite_only: true, history_public_to_subscribers: false };
const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let moderator: TestUser;
let mover: TestUser;
let reader: TestUser;
let outsider: TestUser;
let guest: TestUser;
let groups: SystemGroupIds;
let source: string;
let sourceId: number;
let first: number;
let second: number;

beforeEach(async () => {
  ({ realm, owner, moderator, mover, reader, outsider, guest } = await createScene(test, {
    moderator: { role: Role.Moderator },
    mover: { fullName: 'Sample Mover' },
    reader: {},
    outsider: {},
    guest: { role: Role.Guest },
  }));
  groups = await test.app.get(GroupMembership).systemGroupIds(realm.realmId);
  await changeRealmSettings(test, realm, { send_channel_events_messages: false });
  source = unique('source');
  sourceId = await subscribe(owner, source);
  await subscribe(owner, source, {
    principals: [mover, reader, moderator, guest].map(({ userId }) => userId),
  });
  first = await sendToStream(owner, source, 'topic', 'one');
  second = await sendToStream(owner, source, 'topic', 'two');
});

function observers(): ReturnType<typeof observersOf> {
  return observersOf(realm, { owner, mover, reader, outsider, guest });
}

function made(name: string, people: TestUser[], parameters: object = {}): Promise<number> {
  return subscribe(owner, name, {
    ...parameters,
    principals: [owner, ...people].map(({ userId }) => userId),
  });
}

/** Moves the topic, and then sends a newer message to all users. */
async function moved(user: TestUser, streamId: number, more: object = {}): Promise<void> {
  await edited(user, first, { stream_id: streamId, ...ALL, ...more });
  await sendToAll();
}

async function sendToAll(): Promise<void> {
  await owner.client.expect('POST', 'messages', {
    type: 'direct',
    to: [mover, reader, outsider, guest, moderator].map(({ userId }) => userId),
    content: 'the newest message',
  });
}

function ofType(events: Map<string, WireEvent[]>, observer: string, type: string): WireEvent[] {
  return (events.get(observer) ?? []).filter((event) => event.type === type);
}

async function copies(user: TestUser, ids = [first, second]): Promise<number[]> {
  const rows = await test.app.get(Database).query<{ flags: number }>(
    `SELECT flags FROM user_messages WHERE user_id = $1 AND message_id = ANY($2::bigint[])
     ORDER BY message_id`,
    [user.userId, ids],
  );
  return rows.map(({ flags }) => flags);
}

async function firstMessage(streamId: number): Promise<unknown> {
  const { stream } = await owner.client.expect('GET', `streams/${streamId}`);
  return (stream as Record<string, unknown>)['first_message_id'];
}

describe('to a public channel', () => {
  it('moves the messages, with the former place in the event', async () => {
    const name = unique('target');
    const id = await made(name, [mover, reader, guest]);
    const events = await verifyEvents(test, observers(), () => moved(mover, id));
    expect(ofType(events, 'reader', 'update_message')).toEqual([
      {
        id: expect.any(Number),
        type: 'update_message',
        user_id: mover.userId,
        rendering_only: false,
        message_id: first,
        message_ids: [first, second],
        flags: [],
        edit_timestamp: expect.any(Number),
        stream_id: sourceId,
        stream_name: source,
        new_stream_id: id,
        propagate_mode: 'change_all',
        orig_subject: 'topic',
      },
    ]);
    expect(await show(guest, first)).toMatchObject({
      stream_id: id,
      subject: 'topic',
      last_moved_timestamp: expect.any(Number),
      edit_history: [{ user_id: mover.userId, prev_stream: sourceId, stream: id }],
    });
    expect(await copies(reader)).toEqual([0, 0]);
    expect(await firstMessage(sourceId)).toBeNull();
    expect(await firstMessage(id)).toBe(first);
  });

  it('leaves no unread messages for users who are not subscribed to it', async () => {
    const id = await made(unique('target'), [mover]);
    const events = await verifyEvents(test, observers(), () => moved(mover, id));
    expect(ofType(events, 'reader', 'update_message_flags')).toEqual([
      expect.objectContaining({ op: 'add', flag: 'read', messages: [first, second] }),
    ]);
    expect((await show(reader, first))?.flags).toEqual(['read']);
  });

  it('removes the messages for guests who are not subscribed', async () => {
    const id = await made(unique('target'), [mover, reader]);
    await guest.client.expect('POST', 'messages/flags', {
      messages: [second],
      op: 'add',
      flag: 'starred',
    });
    const events = await verifyEvents(test, observers(), () => moved(mover, id));
    expect(ofType(events, 'guest', 'update_message')).toEqual([]);
    expect(ofType(events, 'guest', 'delete_message')).toEqual([
      expect.objectContaining({
        message_ids: [first, second],
        stream_id: sourceId,
        topic: 'topic',
      }),
    ]);
    expect(ofType(events, 'reader', 'delete_message')).toEqual([]);
    expect(await copies(guest)).toEqual([]);
    expect(await show(guest, first)).toBeUndefined();
  });

  it('can change the topic too, with notifications in both places', async () => {
    const name = unique('target');
    const id = await made(name, [mover, reader]);
    await edited(mover, first, {
      stream_id: id,
      topic: 'other',
      send_notification_to_old_thread: true,
    });
    const who = `@_**Sample Mover|${mover.userId}**`;
    expect((await topicOf(reader, id, 'other')).map(({ content }) => content)).toEqual([
      'one',
      `A message #**${name}>other@${first}** was moved here from #**${source}>topic** by ${who}.`,
    ]);
    expect((await topicOf(reader, sourceId, 'topic')).map(({ content }) => content)).toEqual([
      'two',
      `A message was moved from this topic to #**${name}>other** by ${who}.`,
    ]);
    expect(await firstMessage(sourceId)).toBe(second);
  });

  it('makes an inactive channel active', async () => {
    const id = await made(unique('target'), [mover, reader]);
    await test.app
      .get(Database)
      .query('UPDATE streams SET is_recently_active = false WHERE id = $1', [id]);
    await verifyEvents(test, observers(), () => moved(mover, id));
    const { stream } = await owner.client.expect('GET', `streams/${id}`);
    expect(stream).toMatchObject({ is_recently_active: true, first_message_id: first });
  });
});

describe('to a private channel', () => {
  it('removes the messages for users without access', async () => {
    const id = await made(unique('private'), [mover], PRIVATE);
    const events = await verifyEvents(test, observers(), () => moved(mover, id));
    for (const observer of ['reader', 'outsider', 'guest']) {
      expect(ofType(events, observer, 'update_message')).toEqual([]);
      expect(ofType(events, observer, 'delete_message')).toEqual([
        expect.objectContaining({ message_ids: [first, second], stream_id: sourceId }),
      ]);
    }
    expect(ofType(events, 'reader with an old client', 'delete_message')).toHaveLength(2);
    expect(ofType(events, 'mover', 'update_message')).toHaveLength(1);
    for (const user of [reader, guest]) {
      expect(await copies(user)).toEqual([]);
      expect(await show(user, first)).toBeUndefined();
    }
    expect(await show(mover, first)).toMatchObject({ stream_id: id });
  });

  it('publishes them to its subscribers, without the former channel', async () => {
    const hidden = unique('hidden');
    const hiddenId = await made(hidden, [mover], PRIVATE);
    const secret = await sendToStream(owner, hidden, 'topic', 'secret');
    const id = await made(unique('private'), [mover, outsider], PRIVATE);
    const events = await verifyEvents(test, observers(), async () => {
      await edited(mover, secret, { stream_id: id, ...ALL });
      await sendToAll();
    });
    expect(ofType(events, 'mover', 'update_message')).toEqual([
      expect.objectContaining({ stream_id: hiddenId, stream_name: hidden, new_stream_id: id }),
    ]);
    const [seen] = ofType(events, 'outsider', 'update_message');
    expect(seen).toMatchObject({ new_stream_id: id, flags: ['read', 'historical'] });
    expect(seen).not.toHaveProperty('stream_name');
    expect(ofType(events, 'reader', 'delete_message')).toEqual([]);
    expect((await show(outsider, secret))?.flags).toEqual(['read', 'historical']);
  });

  it('adds user messages for subscribers where the history is protected', async () => {
    const late = await createUser(test, realm);
    await subscribe(owner, source, { principals: [late.userId] });
    const third = await sendToStream(owner, source, 'topic', 'three');
    const id = await made(unique('protected'), [mover, late, outsider], PROTECTED);
    const events = await verifyEvents(
      test,
      observersOf(realm, { mover, late, outsider, reader }),
      () => moved(mover, id),
    );
    expect(await copies(late, [first, second, third])).toEqual([257, 257, 0]);
    expect(await copies(outsider, [first, second, third])).toEqual([257, 257, 257]);
    expect(ofType(events, 'late', 'update_message')).toEqual([
      expect.objectContaining({ message_ids: [first, second, third] }),
    ]);
    expect((await topicOf(outsider, id, 'topic')).map(({ content }) => content)).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect(ofType(events, 'reader', 'delete_message')).toHaveLength(1);
  });

  it('keeps user messages of users with access by a permission', async () => {
    const id = await made(unique('protected'), [mover], PROTECTED);
    await allowInChannel(test, id, { can_subscribe_group: groups['role:members'] });
    const late = await createUser(test, realm);
    await subscribe(owner, source, { principals: [late.userId] });
    const third = await sendToStream(owner, source, 'topic', 'three');
    const events = await verifyEvents(test, observersOf(realm, { mover, late, outsider }), () =>
      moved(mover, id),
    );
    expect(ofType(events, 'late', 'delete_message')).toEqual([
      expect.objectContaining({ message_ids: [first, second] }),
    ]);
    expect(ofType(events, 'late', 'update_message')).toEqual([
      expect.objectContaining({ message_id: third, message_ids: [third] }),
    ]);
    expect(ofType(events, 'outsider', 'delete_message')).toEqual([
      expect.objectContaining({ message_ids: [first, second, third] }),
    ]);
    expect(await show(late, third)).toMatchObject({ stream_id: id });
    expect(await show(late, first)).toBeUndefined();
  });

  it('moves topic settings of users with access', async () => {
    const id = await made(unique('private'), [mover], PRIVATE);
    for (const user of [mover, reader]) {
      await user.client.expect('POST', 'user_topics', {
        stream_id: sourceId,
        topic: 'topic',
        visibility_policy: 1,
      });
    }
    await verifyEvents(test, observers(), () => moved(mover, id));
    const policies = await test.app.get(Database).query(
      `SELECT user_id, stream_id, topic, visibility_policy FROM user_topics
       WHERE user_id = ANY($1)`,
      [[mover.userId, reader.userId]],
    );
    expect(policies).toEqual([
      { user_id: mover.userId, stream_id: id, topic: 'topic', visibility_policy: 1 },
    ]);
  });
});

describe('from a private channel', () => {
  it('makes the messages readable for all readers of the other', async () => {
    const hidden = unique('hidden');
    await made(hidden, [mover], PROTECTED);
    const secret = await sendToStream(owner, hidden, 'topic', 'secret');
    const id = await made(unique('target'), [mover, outsider]);
    await verifyEvents(test, observers(), async () => {
      await edited(mover, secret, { stream_id: id, ...ALL });
      await sendToAll();
    });
    expect((await topicOf(outsider, id, 'topic')).map(({ content }) => content)).toEqual([
      'secret',
    ]);
    expect((await topicOf(reader, id, 'topic'))[0]?.flags).toEqual(['read', 'historical']);
  });
});

describe('the permission to move to another channel', () => {
  let targetId: number;

  beforeEach(async () => {
    targetId = await made(unique('target'), [mover, moderator, guest]);
  });

  it('depends on the organization and the former channel', async () => {
    expect(outcome(await edit(guest, first, { stream_id: targetId }))).toBe('400 BAD_REQUEST');
    await changeRealmSettings(test, realm, {
      can_move_messages_between_channels_group: groups['role:moderators'],
    });
    expect(outcome(await edit(mover, first, { stream_id: targetId }))).toBe('400 BAD_REQUEST');
    await allowInChannel(test, targetId, {
      can_move_messages_out_of_channel_group: groups['role:members'],
    });
    expect(outcome(await edit(mover, first, { stream_id: targetId }))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(moderator, second, { stream_id: targetId }))).toBe('accepted');
    await allowInChannel(test, sourceId, {
      can_move_messages_out_of_channel_group: groups['role:members'],
    });
    expect(outcome(await edit(mover, first, { stream_id: targetId }))).toBe('accepted');
  });

  it('may also need the permission to change topics', async () => {
    await changeRealmSettings(test, realm, {
      can_move_messages_between_topics_group: groups['role:moderators'],
    });
    const both = { stream_id: targetId, topic: 'other' };
    expect(outcome(await edit(mover, first, both))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(mover, first, { stream_id: targetId }))).toBe('accepted');
  });

  it('requires access to the other channel and the permission to send there', async () => {
    const hiddenId = await made(unique('hidden'), [], PRIVATE);
    const elsewhere = await createRealm(test);
    const foreignId = await subscribe(elsewhere.owner, unique('foreign'));
    for (const id of [hiddenId, foreignId, 2_147_483_647]) {
      const { body } = await edit(mover, first, { stream_id: id });
      expect([body['code'], body['msg']]).toEqual(['BAD_REQUEST', 'Invalid channel ID']);
    }
    await allowInChannel(test, targetId, { can_send_message_group: groups['role:moderators'] });
    expect(outcome(await edit(mover, first, { stream_id: targetId }))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(moderator, first, { stream_id: targetId }))).toBe('accepted');
  });

  it('requires an active channel, and a topic that it allows', async () => {
    const database = test.app.get(Database);
    const untitled = await sendToStream(owner, source, '', 'text');
    await database.query(`UPDATE streams SET topics_policy = 'disable_empty_topic' WHERE id = $1`, [
      targetId,
    ]);
    expect(outcome(await edit(mover, untitled, { stream_id: targetId }))).toBe('400 BAD_REQUEST');
    await database.query(`UPDATE streams SET topics_policy = 'empty_topic_only' WHERE id = $1`, [
      targetId,
    ]);
    expect(outcome(await edit(mover, first, { stream_id: targetId }))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(mover, first, { stream_id: targetId, topic: '' }))).toBe('accepted');
    await database.query(`UPDATE streams SET is_archived = true WHERE id = $1`, [targetId]);
    expect(outcome(await edit(owner, second, { stream_id: targetId, topic: '' }))).toBe(
      '400 BAD_REQUEST',
    );
  });

  it('has a time limit of its own, a week', async () => {
    await age(test, [first], WEEK + 25);
    expect(outcome(await edit(mover, first, { stream_id: targetId }))).toBe('400 BAD_REQUEST');
    expect((await edit(mover, second, { stream_id: targetId, ...ALL })).body).toMatchObject({
      code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      first_message_id_allowed_to_move: second,
      total_messages_in_topic: 2,
      total_messages_allowed_to_move: 1,
    });
    await changeRealmSettings(test, realm, { move_messages_between_streams_limit_seconds: null });
    expect(outcome(await edit(mover, first, { stream_id: targetId }))).toBe('accepted');
    await age(test, [second], 100);
    await changeRealmSettings(test, realm, { move_messages_between_streams_limit_seconds: 60 });
    expect(outcome(await edit(mover, second, { topic: 'a' }))).toBe('accepted');
    expect(outcome(await edit(mover, second, { stream_id: targetId }))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(moderator, second, { stream_id: targetId }))).toBe('accepted');
  });
});
