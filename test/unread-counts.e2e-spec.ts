// Which messages the register state counts as unread and as mentions, and how that changes when users
// leave channels, mute and unmute.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { RealmsService } from '#modules/realms/realms/realms.service.js';
import { sharedTestApp } from './app.js';
import { listen } from './event-listener.js';
import { createChannel, createUser, sendDirect, sendToStream, type TestUser } from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;

const app = await sharedTestApp();
const { realm, owner } = await createScene(app);
await app.app.get(RealmsService).initialize(realm.realmId, { send_channel_events_messages: false });
let reader: TestUser;

beforeEach(async () => {
  reader = await createUser(app, realm);
});

interface Unread {
  count: number;
  mentions: number[];
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
}

async function unread(user = reader): Promise<Unread> {
  const { unread_msgs: state } = await user.client.expect('POST', 'register', {
    fetch_event_types: ['message', 'update_message_flags'],
  });
  return state as Unread;
}

async function unreadIn(streamId: number, user = reader): Promise<number[]> {
  const { streams } = await unread(user);
  return streams.flatMap((row) => (row.stream_id === streamId ? row.unread_message_ids : []));
}

async function policy(streamId: number, topic: string, value: number): Promise<void> {
  await reader.client.expect('POST', 'user_topics', {
    stream_id: streamId,
    topic,
    visibility_policy: value,
  });
}

async function muteChannel(streamId: number, value: boolean): Promise<void> {
  await reader.client.expect('POST', 'users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: streamId, property: 'is_muted', value }],
  });
}

describe('the unread messages of a channel', () => {
  const ways = {
    'the reader leaves': (name: string) =>
      reader.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] }),
    'the reader is removed from': (name: string) =>
      owner.client.expect('DELETE', 'users/me/subscriptions', {
        subscriptions: [name],
        principals: [reader.userId],
      }),
  };
  const kinds = {
    public: {},
    private: { invite_only: true },
    'private with protected history': {
      invite_only: true,
      history_public_to_subscribers: false,
    },
  };
  const cases = Object.keys(ways).flatMap((way) => Object.keys(kinds).map((kind) => [way, kind]));

  test.each(cases)('that %s are read (%s)', async (way, kind) => {
    const settings = kinds[kind as keyof typeof kinds];
    const leave = ways[way as keyof typeof ways];
    const { id, name } = await createChannel(owner, [reader], settings);
    const other = await createChannel(owner, [reader]);
    const ids = [
      await sendToStream(owner, id, 'topic', 'hello'),
      await sendToStream(owner, id, 'topic', `@**|${reader.userId}**`),
    ];
    const elsewhere = await sendToStream(owner, other.id, 'topic', '@**all**');
    expect(await unreadIn(id)).toEqual(ids);
    const listener = await listen(app, realm, reader, { event_types: ['update_message_flags'] });
    const others = await listen(app, realm, owner, { event_types: ['update_message_flags'] });
    await verifyEvents(app, observersOf(realm, { reader, owner }), () => leave(name));
    expect(await listener.take()).toMatchObject([
      { type: 'update_message_flags', op: 'add', flag: 'read', messages: ids, all: false },
    ]);
    expect(await others.take()).toEqual([]);
    expect(await unreadIn(id)).toEqual([]);
    expect((await unread()).mentions).toEqual([elsewhere]);
  });

  test('stay read after a return', async () => {
    const { id, name } = await createChannel(owner, [reader]);
    await sendToStream(owner, id, 'topic', 'hello');
    await ways['the reader leaves'](name);
    await sendToStream(owner, id, 'topic', 'meanwhile');
    await reader.client.expect('POST', 'users/me/subscriptions', { subscriptions: [{ name }] });
    const later = await sendToStream(owner, id, 'topic', 'later');
    expect(await unreadIn(id)).toEqual([later]);
  });

  test('that is archived are read by all subscribers', async () => {
    const second = await createUser(app, realm);
    const { id } = await createChannel(owner, [reader, second]);
    await sendToStream(owner, id, 'topic', `@**|${reader.userId}** @**all**`);
    const listener = await listen(app, realm, reader, { event_types: ['update_message_flags'] });
    await verifyEvents(app, observersOf(realm, { reader, second, owner }), () =>
      owner.client.expect('DELETE', `streams/${id}`),
    );
    expect(await listener.take()).toMatchObject([{ op: 'add', flag: 'read' }]);
    for (const user of [reader, second, owner]) expect(await unreadIn(id, user)).toEqual([]);
    expect((await unread()).mentions).toEqual([]);
  });
});

describe('mentions among the unread messages', () => {
  const contents: Record<string, () => string> = {
    none: () => 'hello',
    personal: () => `@**|${reader.userId}**`,
    channel: () => '@**all**',
    topic: () => 'hello @**topic**',
    both: () => `@**|${reader.userId}** @**everyone**`,
  };

  test.each([
    // channel muted, policy of the topic, whether that mutes the topic
    [false, 0, false],
    [false, MUTED, true],
    [false, UNMUTED, false],
    [false, FOLLOWED, false],
    [true, 0, true],
    [true, MUTED, true],
    [true, UNMUTED, false],
    [true, FOLLOWED, false],
  ])(
    'by wildcards do not count where muted: channel %s, topic %i',
    async (channel, topic, muted) => {
      await reader.client.expect('PATCH', 'settings', {
        automatically_follow_topics_where_mentioned: false,
      });
      const { id } = await createChannel(owner, [reader]);
      await reader.client.expect('POST', 'messages', {
        type: 'channel',
        to: id,
        topic: 'topic',
        content: 'I take part',
        read_by_sender: true,
      });
      const sent: Record<string, number> = {};
      for (const [name, content] of Object.entries(contents)) {
        sent[name] = await sendToStream(owner, id, 'topic', content());
      }
      await verifyEvents(app, observersOf(realm, { reader }), async () => {
        if (channel) await muteChannel(id, true);
        await policy(id, 'topic', topic);
      });
      const { count, mentions } = await unread();
      const { personal, both } = sent;
      expect(mentions).toEqual(
        muted ? [personal, both] : [personal, sent['channel'], sent['topic'], both],
      );
      expect(count).toBe(muted ? 0 : 5);

      // The same holds for messages that are marked as unread.
      const all = Object.values(sent);
      await reader.client.expect('POST', 'messages/flags', {
        messages: all,
        op: 'add',
        flag: 'read',
      });
      const listener = await listen(app, realm, reader, { event_types: ['update_message_flags'] });
      await verifyEvents(app, observersOf(realm, { reader }), () =>
        reader.client.expect('POST', 'messages/flags', {
          messages: all,
          op: 'remove',
          flag: 'read',
        }),
      );
      const [event] = await listener.take();
      const details = event!['message_details'] as Record<string, { mentioned?: boolean }>;
      expect(all.filter((message) => details[message]!.mentioned)).toEqual(mentions);

      // Unmuting adds them, muting removes them.
      await verifyEvents(app, observersOf(realm, { reader }), async () => {
        await muteChannel(id, false);
        await policy(id, 'topic', UNMUTED);
      });
      expect((await unread()).mentions).toHaveLength(4);
      await verifyEvents(app, observersOf(realm, { reader }), () => policy(id, 'topic', MUTED));
      expect((await unread()).mentions).toEqual([personal, both]);
    },
  );

  test('by wildcards move with their messages between muted and other topics', async () => {
    const { id } = await createChannel(owner, [reader]);
    await policy(id, 'muted', MUTED);
    // The topics remain, and with them their policies.
    for (const topic of ['muted', 'open']) await sendToStream(owner, id, topic, 'hello');
    const message = await sendToStream(owner, id, 'open', '@**all**');
    for (const [topic, mentions] of [
      ['muted', []],
      ['open', [message]],
    ] as const) {
      await verifyEvents(app, observersOf(realm, { reader }), () =>
        owner.client.expect('PATCH', `messages/${message}`, {
          topic,
          send_notification_to_old_thread: false,
          send_notification_to_new_thread: false,
        }),
      );
      expect((await unread()).mentions).toEqual(mentions);
    }
  });

  test('of direct messages count', async () => {
    const ids = [
      await sendDirect(owner, [reader], '@**all**'),
      await sendDirect(owner, [reader], `@**|${reader.userId}**`),
    ];
    const { count, mentions } = await unread();
    expect(mentions).toEqual(ids);
    expect(count).toBe(2);
  });
});
