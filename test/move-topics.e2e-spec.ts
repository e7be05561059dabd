// Moving messages between the topics of a channel, and resolving topics.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import type { SystemGroupIds } from '#modules/groups/groups/system-groups.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { WireEvent } from './event-queue.js';
import {
  changeRealmSettings,
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
  history,
  outcome,
  show,
  topicOf,
} from './message-editing-scene.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const WEEK = 604_800;
const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let moderator: TestUser;
let member: TestUser;
let reader: TestUser;
let groups: SystemGroupIds;
let channel: string;
let streamId: number;
let first: number;
let second: number;
let third: number;

beforeEach(async () => {
  ({ realm, owner, moderator, member, reader } = await createScene(test, {
    moderator: { role: Role.Moderator },
    member: { fullName: 'Sample Mover' },
    reader: {},
  }));
  groups = await test.app.get(GroupMembership).systemGroupIds(realm.realmId);
  channel = unique('channel');
  streamId = await subscribe(owner, channel);
  for (const user of [moderator, member, reader]) await subscribe(user, channel);
  first = await sendToStream(owner, channel, 'topic', 'one');
  second = await sendToStream(reader, channel, 'Topic', 'two');
  third = await sendToStream(owner, channel, 'topic', 'three');
});

const QUIET = { send_notification_to_new_thread: false };

function ids(messages: { id: number }[]): number[] {
  return messages.map(({ id }) => id);
}

async function lastText(topic: string): Promise<string | undefined> {
  return (await topicOf(reader, streamId, topic)).at(-1)?.content;
}

function who(user = member, name = 'Sample Mover'): string {
  return `@_**${name}|${user.userId}**`;
}

function ofType(events: Map<string, WireEvent[]>, observer: string, type: string): WireEvent[] {
  return (events.get(observer) ?? []).filter((event) => event.type === type);
}

describe('a move', () => {
  it('moves one message', async () => {
    const events = await verifyEvents(test, observersOf(realm, { owner, member, reader }), () =>
      edited(member, second, { topic: 'other', ...QUIET }),
    );
    expect(ids(await topicOf(reader, streamId, 'topic'))).toEqual([first, third]);
    expect(ids(await topicOf(reader, streamId, 'other'))).toEqual([second]);
    expect(ofType(events, 'owner', 'update_message')).toEqual([
      {
        id: expect.any(Number),
        type: 'update_message',
        user_id: member.userId,
        rendering_only: false,
        message_id: second,
        message_ids: [second],
        flags: [],
        edit_timestamp: expect.any(Number),
        stream_id: streamId,
        stream_name: channel,
        propagate_mode: 'change_one',
        orig_subject: 'Topic',
        subject: 'other',
        topic_links: [],
      },
    ]);
    const moved = await show(reader, second);
    expect(moved).toMatchObject({
      last_moved_timestamp: expect.any(Number),
      edit_history: [{ user_id: member.userId, prev_topic: 'Topic', topic: 'other' }],
    });
    expect(moved).not.toHaveProperty('last_edit_timestamp');
  });

  it('moves a message and all later ones', async () => {
    await edited(member, second, { topic: 'other', propagate_mode: 'change_later', ...QUIET });
    expect(ids(await topicOf(reader, streamId, 'topic'))).toEqual([first]);
    expect(ids(await topicOf(reader, streamId, 'other'))).toEqual([second, third]);
  });

  it('moves the whole topic, regardless of case', async () => {
    const events = await verifyEvents(test, observersOf(realm, { owner, member, reader }), () =>
      edited(member, third, { topic: 'other', propagate_mode: 'change_all', ...QUIET }),
    );
    expect(ids(await topicOf(reader, streamId, 'other'))).toEqual([first, second, third]);
    expect(await topicOf(reader, streamId, 'topic')).toEqual([]);
    expect(ofType(events, 'reader', 'update_message')).toEqual([
      expect.objectContaining({ message_id: third, message_ids: [first, second, third] }),
    ]);
    expect(await history(reader, second)).toEqual([
      expect.objectContaining({ topic: 'Topic', user_id: reader.userId }),
      expect.objectContaining({ topic: 'other', prev_topic: 'Topic', user_id: member.userId }),
    ]);
  });

  it('can include a new text of the named message', async () => {
    const events = await verifyEvents(test, observersOf(realm, { owner, member, reader }), () =>
      edited(owner, first, {
        topic: 'other',
        content: 'ONE',
        propagate_mode: 'change_all',
        ...QUIET,
      }),
    );
    expect(ofType(events, 'reader', 'update_message')).toHaveLength(1);
    expect((await show(reader, first))?.edit_history).toEqual([
      {
        user_id: owner.userId,
        timestamp: expect.any(Number),
        prev_topic: 'topic',
        topic: 'other',
        prev_content: 'one',
        prev_rendered_content: '<p>one</p>',
      },
    ]);
    expect(await show(reader, third)).toMatchObject({ content: 'three', subject: 'other' });
  });

  it('can change only the case of a name', async () => {
    await reader.client.expect('POST', 'user_topics', {
      stream_id: streamId,
      topic: 'topic',
      visibility_policy: 3,
    });
    const events = await verifyEvents(test, observersOf(realm, { member, reader }), () =>
      edited(member, first, { topic: 'TOPIC', propagate_mode: 'change_all' }),
    );
    expect((await topicOf(reader, streamId, 'topic')).map(({ subject }) => subject)).toEqual([
      'TOPIC',
      'TOPIC',
      'TOPIC',
    ]);
    expect((events.get('reader') ?? []).map(({ type }) => type)).toEqual(['update_message']);
  });

  it('accepts all names of the empty topic', async () => {
    await edited(member, first, { topic: 'general chat', ...QUIET });
    await edited(member, second, { topic: '(no topic)', ...QUIET });
    expect(ids(await topicOf(reader, streamId, ''))).toEqual([first, second]);
    const events = await verifyEvents(test, observersOf(realm, { reader }), () =>
      edited(member, first, { topic: 'topic', ...QUIET }),
    );
    expect(ofType(events, 'reader', 'update_message')[0]).toMatchObject({ orig_subject: '' });
    expect(ofType(events, 'reader with an old client', 'update_message')[0]).toMatchObject({
      orig_subject: 'general chat',
    });
  });

  it('makes the messages searchable by the new topic, which may contain links', async () => {
    await owner.client.expect('POST', 'realm/filters', {
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://example.com/{id}',
    });
    const events = await verifyEvents(test, observersOf(realm, { reader }), () =>
      edited(owner, first, { topic: 'bananas #7', content: 'cherries', ...QUIET }),
    );
    expect(ofType(events, 'reader', 'update_message')[0]).toMatchObject({
      subject: 'bananas #7',
      topic_links: [{ text: '#7', url: 'https://example.com/7' }],
    });
    await edited(member, second, { topic: 'bananas', propagate_mode: 'change_later', ...QUIET });
    const found = async (words: string): Promise<number[]> => {
      const { messages } = await reader.client.expect('GET', 'messages', {
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
        narrow: [{ operator: 'search', operand: words }],
      });
      return ids(messages as { id: number }[]);
    };
    expect(await found('banana')).toEqual([first, second, third]);
    expect(await found('cherry')).toEqual([first]);
    expect(await found('topic')).toEqual([]);
    expect(await found('two')).toEqual([second]);
  });

  it('includes a message only for users who have it', async () => {
    const name = unique('protected');
    const id = await subscribe(owner, name, {
      invite_only: true,
      principals: [owner.userId, member.userId],
    });
    const old = await sendToStream(owner, name, 'topic', 'old');
    await subscribe(owner, name, { principals: [reader.userId] });
    const seen = await sendToStream(owner, name, 'topic', 'seen');
    const events = await verifyEvents(test, observersOf(realm, { owner, reader, moderator }), () =>
      edited(owner, old, { topic: 'other', propagate_mode: 'change_all', ...QUIET }),
    );
    expect(ofType(events, 'owner', 'update_message')[0]).toMatchObject({
      message_id: old,
      message_ids: [old, seen],
    });
    expect(ofType(events, 'reader', 'update_message')[0]).toMatchObject({
      message_id: seen,
      message_ids: [seen],
    });
    expect(events.get('moderator')).toEqual([]);
    await edited(reader, seen, { topic: 'third', propagate_mode: 'change_all', ...QUIET });
    expect(ids(await topicOf(owner, id, 'other'))).toEqual([old]);
    expect(ids(await topicOf(owner, id, 'third'))).toEqual([seen]);
  });
});

describe('the permission to move', () => {
  it('depends on the organization and the channel', async () => {
    await changeRealmSettings(test, realm, {
      can_move_messages_between_topics_group: groups['role:moderators'],
    });
    expect(outcome(await edit(member, first, { topic: 'a' }))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(moderator, first, { topic: 'a' }))).toBe('accepted');
    await allowInChannel(test, streamId, {
      can_move_messages_within_channel_group: groups['role:members'],
    });
    expect(outcome(await edit(member, first, { topic: 'b' }))).toBe('accepted');
  });

  it('follows the topics policy of the channel', async () => {
    await test.app
      .get(Database)
      .query(`UPDATE streams SET topics_policy = 'disable_empty_topic' WHERE id = $1`, [streamId]);
    for (const topic of ['', '(no topic)', 'general chat']) {
      const { body } = await edit(member, first, { topic });
      expect(body).toMatchObject({
        code: 'BAD_REQUEST',
        empty_topic_display_name: 'general chat',
      });
    }
    await allowInChannel(test, streamId, { can_create_topic_group: groups['role:moderators'] });
    await sendToStream(moderator, channel, 'known', 'text');
    expect(outcome(await edit(member, first, { topic: 'unknown' }))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(member, first, { topic: 'KNOWN' }))).toBe('accepted');
  });

  it('has a time limit of a week, plus a tolerance; moderators have none', async () => {
    await age(test, [first], WEEK + 25);
    await age(test, [second], WEEK + 15);
    expect(outcome(await edit(member, first, { topic: 'a' }))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(member, second, { topic: 'a' }))).toBe('accepted');
    expect(outcome(await edit(moderator, first, { topic: 'a' }))).toBe('accepted');
    await changeRealmSettings(test, realm, { move_messages_within_stream_limit_seconds: null });
    expect(outcome(await edit(member, first, { topic: 'b' }))).toBe('accepted');
  });

  it('reports how many messages of a topic may be moved', async () => {
    await age(test, [first], WEEK + 25);
    for (const [target, mode] of [
      [first, 'change_all'],
      [third, 'change_all'],
      [first, 'change_later'],
    ] as const) {
      const { status, body } = await edit(member, target, {
        topic: 'other',
        propagate_mode: mode,
      });
      expect([status, body]).toEqual([
        400,
        {
          result: 'error',
          msg: expect.any(String),
          code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
          first_message_id_allowed_to_move: second,
          total_messages_in_topic: 3,
          total_messages_allowed_to_move: 2,
        },
      ]);
    }
    await edited(member, second, { topic: 'other', propagate_mode: 'change_later', ...QUIET });
    expect(ids(await topicOf(reader, streamId, 'topic'))).toEqual([first]);
    await age(test, [second, third], WEEK + 25);
    const { body } = await edit(member, third, { topic: 'x', propagate_mode: 'change_all' });
    expect(body).toMatchObject({
      first_message_id_allowed_to_move: null,
      total_messages_in_topic: 2,
      total_messages_allowed_to_move: 0,
    });
  });

  it('counts only accessible messages', async () => {
    const name = unique('protected');
    await subscribe(owner, name, { invite_only: true });
    await sendToStream(owner, name, 'topic', 'before');
    await subscribe(owner, name, { principals: [member.userId] });
    const old = await sendToStream(owner, name, 'topic', 'old');
    const fresh = await sendToStream(owner, name, 'topic', 'fresh');
    await age(test, [old], WEEK + 25);
    const { body } = await edit(member, fresh, { topic: 'x', propagate_mode: 'change_all' });
    expect(body).toMatchObject({
      first_message_id_allowed_to_move: fresh,
      total_messages_in_topic: 2,
      total_messages_allowed_to_move: 1,
    });
  });
});

describe('the notifications of a move', () => {
  it('are sent to the new topic by default, and to the old one on request', async () => {
    await edited(member, second, { topic: 'other' });
    expect(await lastText('other')).toBe(
      `A message #**${channel}>other@${second}** was moved here from #**${channel}>Topic** by ${who()}.`,
    );
    expect(await topicOf(reader, streamId, 'topic')).toHaveLength(2);
    await edited(member, first, {
      topic: 'third',
      propagate_mode: 'change_all',
      send_notification_to_old_thread: true,
    });
    expect(await lastText('third')).toBe(
      `This topic was moved here from #**${channel}>topic** by ${who()}.`,
    );
    expect(await lastText('topic')).toBe(
      `This topic was moved to #**${channel}>third** by ${who()}.`,
    );
  });

  it('contain the number of messages moved to a topic with messages', async () => {
    await sendToStream(owner, channel, 'other', 'text');
    await edited(member, second, {
      topic: 'other',
      propagate_mode: 'change_later',
      send_notification_to_old_thread: true,
    });
    expect(await lastText('other')).toBe(
      `2 messages were moved here from #**${channel}>Topic** by ${who()}.`,
    );
    expect(await lastText('topic')).toBe(
      `2 messages were moved from this topic to #**${channel}>other** by ${who()}.`,
    );
  });

  it('are sent by the Notification Bot, read for the user who moved', async () => {
    await verifyEvents(test, observersOf(realm, { member, reader }), () =>
      edited(member, second, { topic: 'other' }),
    );
    const [mine, theirs] = [
      (await topicOf(member, streamId, 'other')).at(-1),
      (await topicOf(reader, streamId, 'other')).at(-1),
    ];
    expect(mine).toMatchObject({ sender_full_name: 'Notification Bot', flags: ['read'] });
    expect(theirs?.flags).toEqual([]);
  });

  it('can be disabled', async () => {
    await edited(member, second, { topic: 'other', ...QUIET });
    expect(ids(await topicOf(reader, streamId, 'other'))).toEqual([second]);
  });
});

describe('resolving', () => {
  const ALL = { propagate_mode: 'change_all' };

  it('marks the topic, with a notification', async () => {
    const events = await verifyEvents(test, observersOf(realm, { owner, member, reader }), () =>
      edited(member, second, { topic: '✔ topic', ...ALL }),
    );
    const topic = await topicOf(reader, streamId, '✔ topic');
    expect(topic.map(({ content }) => content)).toEqual([
      'one',
      'two',
      'three',
      `${who()} has marked this topic as resolved.`,
    ]);
    expect(await show(reader, first)).not.toHaveProperty('last_moved_timestamp');
    expect((await show(reader, first))?.edit_history).toHaveLength(1);
    expect((events.get('member') ?? []).map(({ type }) => type)).toEqual([
      'update_message',
      'message',
      'update_message_flags',
    ]);
  });

  it('can be undone, at first without a notification', async () => {
    await edited(member, first, { topic: '✔ topic', ...ALL });
    await verifyEvents(test, observersOf(realm, { owner, reader }), async () => {
      await edited(reader, first, { topic: 'topic', ...ALL });
      await sendToStream(member, channel, 'another', 'the newest message');
    });
    expect(ids(await topicOf(reader, streamId, 'topic'))).toEqual([first, second, third]);
    await edited(member, first, { topic: '✔ topic', ...ALL });
    test.clock.advance(61);
    await edited(member, first, { topic: 'topic', ...ALL });
    expect(
      (await topicOf(reader, streamId, 'topic')).slice(3).map(({ content }) => content),
    ).toEqual([
      `${who()} has marked this topic as resolved.`,
      `${who()} has marked this topic as unresolved.`,
    ]);
  });

  it('has its own permission and no time limit', async () => {
    await age(test, [first, second, third], 10 * WEEK);
    await changeRealmSettings(test, realm, {
      can_move_messages_between_topics_group: groups['role:nobody'],
    });
    await edited(member, first, { topic: '✔ topic', ...ALL });
    expect(outcome(await edit(member, first, { topic: '✔ other', ...ALL }))).toBe(
      '400 BAD_REQUEST',
    );
    await changeRealmSettings(test, realm, {
      can_move_messages_between_topics_group: groups['role:everyone'],
      can_resolve_topics_group: groups['role:moderators'],
      move_messages_within_stream_limit_seconds: null,
    });
    expect(outcome(await edit(member, first, { topic: 'topic', ...ALL }))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(member, first, { topic: 'other', ...ALL }))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(member, first, { topic: '✔ other', ...ALL }))).toBe('accepted');
    await allowInChannel(test, streamId, { can_resolve_topics_group: groups['role:members'] });
    expect(outcome(await edit(member, first, { topic: 'other', ...ALL }))).toBe('accepted');
  });

  it('works for a topic whose name becomes too long', async () => {
    const name = 'n'.repeat(60);
    const id = await sendToStream(owner, channel, name, 'text');
    await edited(member, id, { topic: `✔ ${name}`, ...ALL });
    expect((await show(reader, id))?.subject).toBe(`✔ ${'n'.repeat(55)}...`);
    expect(await show(reader, id)).not.toHaveProperty('last_moved_timestamp');
  });

  it('is not for the empty topic', async () => {
    const id = await sendToStream(owner, channel, '', 'text');
    for (const topic of ['✔ ', '✔ general chat']) {
      expect(outcome(await edit(owner, id, { topic, ...ALL }))).toBe('400 BAD_REQUEST');
    }
    expect((await show(reader, id))?.subject).toBe('');
  });

  it('needs no permission to create topics', async () => {
    await allowInChannel(test, streamId, { can_create_topic_group: groups['role:nobody'] });
    expect(outcome(await edit(member, first, { topic: '✔ topic', ...ALL }))).toBe('accepted');
  });

  it('notifies users who follow the topic, or want all notifications', async () => {
    const [follower, curious, bored] = [
      await createUser(test, realm),
      await createUser(test, realm),
      await createUser(test, realm),
    ];
    for (const user of [follower, curious, bored]) await subscribe(user, channel);
    for (const [user, policy] of [
      [curious, 'never'],
      [bored, 'always'],
    ] as const) {
      await test.app
        .get(Database)
        .query('UPDATE users SET settings = settings || $2::jsonb WHERE id = $1', [
          user.userId,
          { resolved_topic_notice_auto_read_policy: policy },
        ]);
    }
    for (const user of [follower, bored]) {
      await user.client.expect('POST', 'user_topics', {
        stream_id: streamId,
        topic: 'topic',
        visibility_policy: 3,
      });
    }
    await verifyEvents(test, observersOf(realm, { follower, curious, bored, reader }), () =>
      edited(member, first, { topic: '✔ topic', ...ALL }),
    );
    const flags = async (user: TestUser): Promise<string[] | undefined> =>
      (await topicOf(user, streamId, '✔ topic')).at(-1)?.flags;
    expect(await flags(follower)).toEqual([]);
    expect(await flags(curious)).toEqual([]);
    expect(await flags(bored)).toEqual(['read']);
    expect(await flags(reader)).toEqual(['read']);
    expect(await flags(member)).toEqual(['read']);
  });
});

describe('the settings of a topic', () => {
  const ALL = { propagate_mode: 'change_all', ...QUIET };

  async function policies(user: TestUser): Promise<Record<string, unknown>> {
    const { user_topics: topics } = await user.client.expect('POST', 'register', {
      event_types: ['user_topic'],
    });
    return Object.fromEntries(
      (topics as { topic_name: string; visibility_policy: number }[]).map((topic) => [
        topic.topic_name,
        topic.visibility_policy,
      ]),
    );
  }

  async function set(user: TestUser, topic: string, policy: number): Promise<void> {
    await user.client.expect('POST', 'user_topics', {
      stream_id: streamId,
      topic,
      visibility_policy: policy,
    });
  }

  it('move with its last message', async () => {
    await set(reader, 'topic', 1);
    await set(owner, 'Topic', 3);
    await verifyEvents(test, observersOf(realm, { owner, member, reader }), () =>
      edited(member, first, { topic: 'other', ...QUIET }),
    );
    expect(await policies(reader)).toEqual({ topic: 1 });
    await verifyEvents(test, observersOf(realm, { owner, member, reader }), () =>
      edited(member, second, { topic: '✔ topic', ...ALL }),
    );
    expect(await policies(reader)).toEqual({ '✔ topic': 1 });
    expect(await policies(owner)).toEqual({ '✔ topic': 3 });
  });

  it('are merged with those of an existing topic', async () => {
    await sendToStream(owner, channel, 'other', 'text');
    await set(reader, 'topic', 1);
    await set(member, 'topic', 2);
    await set(member, 'other', 1);
    await set(owner, 'topic', 1);
    await set(owner, 'other', 1);
    await set(moderator, 'other', 3);
    await verifyEvents(test, observersOf(realm, { owner, member, reader, moderator }), () =>
      edited(member, first, { topic: 'other', ...ALL }),
    );
    expect(await policies(reader)).toEqual({});
    expect(await policies(member)).toEqual({ other: 2 });
    expect(await policies(owner)).toEqual({ other: 1 });
    expect(await policies(moderator)).toEqual({ other: 3 });
  });

  it('include its icon, unless the other topic has one', async () => {
    const icon = (name: string, code: string): Record<string, string> => ({
      emoji_name: name,
      emoji_code: code,
      reaction_type: 'unicode_emoji',
    });
    await owner.client.expect('POST', `streams/${streamId}/topic_icon`, {
      topic_name: 'topic',
      ...icon('smile', '1f642'),
    });
    await edited(member, first, { topic: 'other', ...ALL });
    const icons = async (): Promise<Record<string, unknown>> => {
      const { topics } = await reader.client.expect('GET', `users/me/${streamId}/topics`);
      return Object.fromEntries(
        (topics as { name: string; icon?: { emoji_code: string } }[]).map((topic) => [
          topic.name,
          topic.icon?.emoji_code,
        ]),
      );
    };
    expect(await icons()).toEqual({ other: '1f642' });
    await sendToStream(owner, channel, 'third', 'text');
    await owner.client.expect('POST', `streams/${streamId}/topic_icon`, {
      topic_name: 'third',
      ...icon('heart', '2764'),
    });
    await edited(member, first, { topic: 'third', ...ALL });
    expect(await icons()).toEqual({ third: '2764' });
  });
});
