// Deleting single messages: permissions, time limits, effects and events.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import type { SystemGroupIds } from '#modules/groups/groups/system-groups.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import {
  changeRealmSettings,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { age, allowInChannel, outcome, show } from './message-editing-scene.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let author: TestUser;
let reader: TestUser;
let guest: TestUser;
let groups: SystemGroupIds;
let channel: string;
let streamId: number;

beforeEach(async () => {
  ({ realm, owner, author, reader, guest } = await createScene(test, {
    author: {},
    reader: {},
    guest: { role: Role.Guest },
  }));
  await changeRealmSettings(test, realm, { send_channel_events_messages: false });
  groups = await test.app.get(GroupMembership).systemGroupIds(realm.realmId);
  channel = unique('channel');
  streamId = await subscribe(owner, channel);
  await subscribe(owner, channel, {
    principals: [author, reader, guest].map(({ userId }) => userId),
  });
});

function remove(user: TestUser, id: number): Promise<Answer> {
  return user.client.delete(`messages/${id}`);
}

function send(user = author): Promise<number> {
  return sendToStream(user, channel, 'topic', 'text');
}

describe('a deletion', () => {
  it('removes the message for all users who had access', async () => {
    const outsider = await createUser(test, realm);
    await send();
    const id = await send();
    await send();
    const events = await verifyEvents(
      test,
      observersOf(realm, { owner, author, reader, guest, outsider }),
      () => owner.client.expect('DELETE', `messages/${id}`),
    );
    for (const observer of ['author', 'guest', 'outsider']) {
      expect(events.get(observer)).toEqual([
        {
          id: expect.any(Number),
          type: 'delete_message',
          message_ids: [id],
          message_type: 'stream',
          stream_id: streamId,
          topic: 'topic',
        },
      ]);
    }
    expect(events.get('reader with an old client')?.[0]).toMatchObject({ message_id: id });
    expect(await show(author, id)).toBeUndefined();
    const left = await test.app
      .get(Database)
      .query('SELECT 1 FROM user_messages WHERE message_id = $1', [id]);
    expect(left).toEqual([]);
    const again = await remove(owner, id);
    expect([again.status, again.body['msg']]).toEqual([400, 'Invalid message(s)']);
  });

  it('works in direct messages', async () => {
    const id = await sendDirect(author, [reader], 'text');
    await sendDirect(author, [reader], 'the newest message');
    const events = await verifyEvents(test, observersOf(realm, { author, reader, owner }), () =>
      author.client.expect('DELETE', `messages/${id}`),
    );
    expect(events.get('reader')).toEqual([
      expect.objectContaining({ message_ids: [id], message_type: 'private' }),
    ]);
    expect(events.get('owner')).toEqual([]);
  });

  it('updates the newest message of a conversation', async () => {
    const third = await createUser(test, realm);
    const conversations = [[reader], [reader, third], [author]];
    for (const others of conversations) {
      const only = await sendDirect(author, others, 'the only message');
      const observers = observersOf(realm, { author, reader, third });
      const newest = await sendDirect(author, others, 'the newest message');
      await verifyEvents(test, observers, () =>
        author.client.expect('DELETE', `messages/${newest}`),
      );
      await verifyEvents(test, observers, async () => {
        await author.client.expect('DELETE', `messages/${await sendDirect(author, others, 'oh')}`);
      });
      await verifyEvents(test, observers, () => author.client.expect('DELETE', `messages/${only}`));
    }
    const { recent_private_conversations: left } = await third.client.expect('POST', 'register');
    expect(left).toEqual([]);
  });

  it('publishes the new first message of the channel and the end of the icon of an empty topic', async () => {
    const id = await sendToStream(author, channel, 'first', 'text');
    const next = await send();
    await owner.client.expect('POST', `streams/${streamId}/topic_icon`, {
      topic_name: 'first',
      emoji_name: 'smile',
      emoji_code: '1f642',
      reaction_type: 'unicode_emoji',
    });
    await verifyEvents(test, observersOf(realm, { owner, reader }), () =>
      author.client.expect('DELETE', `messages/${id}`),
    );
    const { stream } = await owner.client.expect('GET', `streams/${streamId}`);
    expect(stream).toMatchObject({ first_message_id: next });
    const icons = await test.app
      .get(Database)
      .query('SELECT 1 FROM topic_icons WHERE stream_id = $1', [streamId]);
    expect(icons).toEqual([]);
  });

  it('happens once for concurrent requests', async () => {
    const id = await send();
    const answers = await Promise.all(
      [owner, author, owner, author].map((user) => remove(user, id)),
    );
    expect(answers.map(outcome).toSorted()).toEqual([
      '400 BAD_REQUEST',
      '400 BAD_REQUEST',
      '400 BAD_REQUEST',
      'accepted',
    ]);
  });

  it('of all messages by concurrent requests leaves no first message', async () => {
    const ids = [await send(), await send(), await send()];
    await Promise.all(ids.map((id) => remove(author, id)));
    const { stream } = await owner.client.expect('GET', `streams/${streamId}`);
    expect(stream).toMatchObject({ first_message_id: null });
  });
});

describe('the permission', () => {
  it('is granted by default to administrators, and to authors for a limited time', async () => {
    const moderator = await createUser(test, realm, { role: Role.Moderator });
    const id = await send();
    for (const user of [moderator, reader, guest]) {
      expect(outcome(await remove(user, id))).toBe('400 BAD_REQUEST');
    }
    await age(test, [id], 605);
    expect(outcome(await remove(author, id))).toBe('400 BAD_REQUEST');
    await age(test, [id], 590);
    expect(outcome(await remove(author, id))).toBe('accepted');
    const old = await send();
    await age(test, [old], 100_000);
    expect(outcome(await remove(owner, old))).toBe('accepted');
  });

  it('is granted to authors without a time limit if there is none', async () => {
    const id = await send();
    await age(test, [id], 100_000);
    await changeRealmSettings(test, realm, { message_content_delete_limit_seconds: null });
    expect(outcome(await remove(author, id))).toBe('accepted');
  });

  it('includes the owner of a bot for messages of the bot', async () => {
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: author.userId } });
    const id = await send(bot);
    expect(outcome(await remove(reader, id))).toBe('400 BAD_REQUEST');
    expect(outcome(await remove(author, id))).toBe('accepted');
  });

  it('follows the settings of organization and channel', async () => {
    await changeRealmSettings(test, realm, {
      can_delete_any_message_group: groups['role:nobody'],
      can_delete_own_message_group: groups['role:moderators'],
    });
    const id = await send();
    expect(outcome(await remove(owner, id))).toBe('400 BAD_REQUEST');
    expect(outcome(await remove(author, id))).toBe('400 BAD_REQUEST');
    await allowInChannel(test, streamId, {
      can_delete_own_message_group: groups['role:everyone'],
    });
    expect(outcome(await remove(reader, id))).toBe('400 BAD_REQUEST');
    expect(outcome(await remove(author, id))).toBe('accepted');
    const other = await send();
    await allowInChannel(test, streamId, {
      can_delete_any_message_group: groups['role:members'],
    });
    expect(outcome(await remove(guest, other))).toBe('400 BAD_REQUEST');
    expect(outcome(await remove(reader, other))).toBe('accepted');
  });

  it('requires access to the message', async () => {
    const direct = await sendDirect(author, [reader], 'text');
    expect((await remove(owner, direct)).body['msg']).toBe('Invalid message(s)');
    const hidden = unique('hidden');
    await subscribe(author, hidden, { invite_only: true });
    const id = await sendToStream(author, hidden, 'topic', 'text');
    expect((await remove(owner, id)).body['msg']).toBe('Invalid message(s)');
    expect(outcome(await remove(author, id))).toBe('accepted');
  });
});
