import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DeliveryService } from '#modules/messages/scheduled/delivery.service.js';
import { AttachmentsService } from '#modules/uploads/attachments/attachments.service.js';
import { Database } from '#platform/database/database.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import {
  changeRealmSettings,
  createBot,
  createChannel,
  createUser,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { createScene } from './scene.js';
import { upload } from './uploads.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let member: TestUser;
let other: TestUser;
let channel: { id: number; name: string };

beforeEach(async () => {
  ({ realm, member, other } = await createScene(test, { member: {}, other: {} }));
  channel = await createChannel(member, [other]);
  test.clock.pause();
});
afterEach(() => test.clock.resume());

const HOUR = 3600;
const TIME = 'scheduled_delivery_timestamp';

function inAnHour(): number {
  return test.clock.seconds() + HOUR;
}

function toChannel(content = 'later'): Parameters {
  return { type: 'channel', to: channel.id, topic: 'plans', content, [TIME]: inAnHour() };
}

function toOther(content = 'later'): Parameters {
  return { type: 'direct', to: [other.userId], content, [TIME]: inAnHour() };
}

async function schedule(parameters: Parameters, user = member): Promise<number> {
  const { scheduled_message_id: id } = await user.client.expect(
    'POST',
    'scheduled_messages',
    parameters,
  );
  return id as number;
}

async function list(user = member): Promise<Record<string, unknown>[]> {
  const { scheduled_messages: rows } = await user.client.expect('GET', 'scheduled_messages');
  return rows as Record<string, unknown>[];
}

function deliver(): Promise<void> {
  return test.app.get(DeliveryService).deliver(realm.realmId, new AbortController().signal);
}

async function deliverAfter(seconds: number): Promise<void> {
  test.clock.advance(seconds);
  await deliver();
}

interface Received {
  id: number;
  content: string;
  sender_id: number;
  sender_full_name: string;
  subject: string;
  type: string;
  client: string;
  flags: string[];
}

/** Of all messages of the user. */
async function received(user: TestUser): Promise<Received[]> {
  const { messages } = await user.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
  });
  return (messages as Received[]).filter(({ subject }) => subject !== 'channel events');
}

function failure({ status, body }: Answer): unknown[] {
  return [status, body['code']];
}

const REFUSED = [400, 'BAD_REQUEST'];

describe('a scheduled message', () => {
  it('is listed for its sender until it is sent', async () => {
    const later = await schedule({ ...toChannel('**later**'), [TIME]: inAnHour() + 1 });
    const first = await schedule(toOther());
    expect(await list()).toEqual([
      {
        scheduled_message_id: first,
        type: 'private',
        to: [other.userId],
        content: 'later',
        rendered_content: '<p>later</p>',
        [TIME]: inAnHour(),
        failed: false,
      },
      {
        scheduled_message_id: later,
        type: 'stream',
        to: channel.id,
        topic: 'plans',
        content: '**later**',
        rendered_content: '<p><strong>later</strong></p>',
        [TIME]: inAnHour() + 1,
        failed: false,
      },
    ]);
    expect(await list(other)).toEqual([]);
    await deliverAfter(HOUR - 1);
    expect(await list()).toHaveLength(2);
    expect(await received(other)).toEqual([]);
    await deliverAfter(1);
    expect(await list()).toMatchObject([{ scheduled_message_id: later }]);
    await deliverAfter(1);
    expect(await list()).toEqual([]);
    expect(await received(other)).toMatchObject([
      { type: 'private', content: 'later', sender_id: member.userId },
      { type: 'stream', subject: 'plans', content: '**later**', sender_id: member.userId },
    ]);
  });

  it('is sent in the order of the times and then of the ids', async () => {
    for (const [content, seconds] of [
      ['c', 2],
      ['a', 1],
      ['d', 2],
      ['b', 1],
    ] as const) {
      await schedule({ ...toChannel(content), [TIME]: inAnHour() + seconds });
    }
    await deliverAfter(HOUR + 2);
    expect((await received(other)).map(({ content }) => content)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is sent in batches of any number', async () => {
    for (let n = 0; n < 60; n++) await schedule(toChannel(String(n)));
    await deliverAfter(HOUR);
    const contents = (await received(other)).map(({ content }) => content);
    expect(contents).toEqual(Array.from({ length: 60 }, (_, n) => String(n)));
  });

  it('is sent once when several workers deliver while the clock jumps', async () => {
    for (let n = 0; n < 60; n++) await schedule(toChannel(String(n)));
    test.clock.advance(HOUR);
    const deliveries = [deliver(), deliver(), deliver()];
    test.clock.advance(-HOUR);
    await Promise.all([...deliveries, deliver()]);
    await deliverAfter(HOUR);
    const contents = (await received(other)).map(({ content }) => content);
    expect(contents).toEqual(Array.from({ length: 60 }, (_, n) => String(n)));
  });

  it('is read by its sender as requested, or if the client is interactive', async () => {
    await schedule({ ...toChannel('read'), read_by_sender: true });
    await schedule({ ...toChannel('unread'), read_by_sender: false });
    await schedule({ ...toChannel('by a script') });
    await deliverAfter(HOUR);
    const flags = new Map((await received(member)).map((m) => [m.content, m.flags]));
    expect(flags.get('read')).toContain('read');
    expect(flags.get('unread')).not.toContain('read');
    expect(flags.get('by a script')).not.toContain('read');
  });

  it('to oneself can be scheduled', async () => {
    await schedule({ ...toOther('note'), to: [member.userId] });
    expect(await list()).toMatchObject([{ to: [member.userId] }]);
    await deliverAfter(HOUR);
    expect(await received(member)).toMatchObject([{ content: 'note' }]);
  });

  it.each<[string, () => Parameters]>([
    ['a time that is over', () => ({ ...toChannel(), [TIME]: test.clock.seconds() })],
    ['a negative time', () => ({ ...toChannel(), [TIME]: -1 })],
    ['a fractional time', () => ({ ...toChannel(), [TIME]: inAnHour() + 0.5 })],
    ['a time beyond the calendar', () => ({ ...toChannel(), [TIME]: 10 ** 15 })],
    ['an unknown type', () => ({ ...toChannel(), type: 'group' })],
    ['an empty text', () => toChannel(' \n')],
    ['no topic', () => ({ ...toChannel(), topic: undefined })],
    ['an invalid topic', () => ({ ...toChannel(), topic: 'a\u0007b' })],
    ['no users', () => ({ ...toOther(), to: [] })],
    ['an unknown user', () => ({ ...toOther(), to: [2_147_483_647] })],
    ['a name for a user', () => ({ ...toOther(), to: ['someone'] })],
    ['one id for users', () => ({ ...toOther(), to: other.userId })],
    ['two channels', () => ({ ...toChannel(), to: [channel.id, channel.id + 1] })],
  ])('is refused with %s', async (_what, parameters) => {
    expect(failure(await member.client.post('scheduled_messages', parameters()))).toEqual(REFUSED);
    expect(await list()).toEqual([]);
  });

  it.each(['type', 'to', 'content', TIME])('needs %s', async (name) => {
    const answer = await member.client.post('scheduled_messages', {
      ...toChannel(),
      [name]: undefined,
    });
    expect(failure(answer)).toEqual([400, 'REQUEST_VARIABLE_MISSING']);
  });

  it('to a channel that does not exist or is not accessible is refused', async () => {
    const hidden = await createChannel(other, [], { invite_only: true });
    for (const to of [hidden.id, 2_147_483_647]) {
      const answer = await member.client.post('scheduled_messages', { ...toChannel(), to });
      expect(failure(answer)).toEqual([400, 'STREAM_DOES_NOT_EXIST']);
    }
  });

  it('is refused when there are a thousand', async () => {
    await test.app.get(Database).query(
      `INSERT INTO scheduled_messages (realm_id, user_id, due_at, user_ids, topic, content,
         rendered_content, client_name, read_by_sender)
       SELECT $1, $2, now() + interval '1 year', ARRAY[$2::integer], '', 'x', 'x', '', true
       FROM generate_series(1, 1000)`,
      [realm.realmId, member.userId],
    );
    expect(failure(await member.client.post('scheduled_messages', toOther()))).toEqual(REFUSED);
  });
});

describe('changing a scheduled message', () => {
  let id: number;
  beforeEach(async () => {
    id = await schedule(toOther());
  });

  function change(parameters: Parameters): Promise<Answer> {
    return member.client.patch(`scheduled_messages/${id}`, parameters);
  }

  it('changes its text, its recipients or its time', async () => {
    await change({ content: '*changed*' });
    await change({ type: 'channel', to: channel.id, topic: 'other' });
    await change({ topic: 'third' });
    await change({ [TIME]: inAnHour() + HOUR });
    expect(await list()).toMatchObject([
      {
        type: 'stream',
        to: channel.id,
        topic: 'third',
        content: '*changed*',
        rendered_content: '<p><em>changed</em></p>',
        [TIME]: inAnHour() + HOUR,
      },
    ]);
    await deliverAfter(HOUR);
    expect(await received(other)).toEqual([]);
    await deliverAfter(HOUR);
    expect(await received(other)).toMatchObject([{ content: '*changed*', subject: 'third' }]);
  });

  it('ignores a topic for direct messages', async () => {
    expect((await change({ topic: 'ignored' })).status).toBe(200);
    expect(await list()).toMatchObject([{ type: 'private', content: 'later' }]);
  });

  it.each<[string, () => Parameters]>([
    ['nothing', () => ({})],
    ['a type without recipients', () => ({ type: 'direct' })],
    ['a channel without topic', () => ({ type: 'channel', to: channel.id })],
    ['a time that is over', () => ({ [TIME]: test.clock.seconds() })],
    ['an empty text', () => ({ content: '' })],
    ['an unknown user', () => ({ to: [2_147_483_647] })],
    ['a channel for users', () => ({ to: channel.id })],
  ])('is refused with %s', async (_what, parameters) => {
    const before = await list();
    expect(failure(await change(parameters()))).toEqual(REFUSED);
    expect(await list()).toEqual(before);
  });

  it('is refused after it was sent, as is deleting it', async () => {
    await deliverAfter(HOUR);
    expect(failure(await change({ content: 'too late' }))).toEqual(REFUSED);
    expect(failure(await member.client.delete(`scheduled_messages/${id}`))).toEqual([
      404,
      'BAD_REQUEST',
    ]);
  });

  it('of another user, or that does not exist, is refused', async () => {
    for (const path of [`scheduled_messages/${id}`, 'scheduled_messages/2147483647']) {
      const answers = [
        await other.client.patch(path, { content: 'x' }),
        await other.client.delete(path),
      ];
      expect(answers.map(failure)).toEqual([
        [404, 'BAD_REQUEST'],
        [404, 'BAD_REQUEST'],
      ]);
    }
    expect(await list()).toHaveLength(1);
  });

  it('to deleted removes it', async () => {
    await member.client.expect('DELETE', `scheduled_messages/${id}`);
    await deliverAfter(HOUR);
    expect(await received(other)).toEqual([]);
  });
});

describe('a message that cannot be sent at its time', () => {
  const BOT = 'Notification Bot';

  /** The messages of the notification bot. */
  async function notices(user = member): Promise<string[]> {
    const all = await received(user);
    return all.filter((m) => m.sender_full_name === BOT).map(({ content }) => content);
  }

  it.each<[string, RegExp, () => Promise<unknown>]>([
    [
      'its channel was archived',
      /archived/,
      () => realm.owner.client.expect('DELETE', `streams/${channel.id}`),
    ],
    [
      'its sender may no longer post',
      /may not post/,
      () =>
        realm.owner.client.expect('PATCH', `streams/${channel.id}`, {
          can_send_message_group: { new: { direct_members: [], direct_subgroups: [] } },
        }),
    ],
    [
      'topics may no longer be empty',
      /topic is required/,
      () => changeRealmSettings(test, realm, { topics_policy: 'disable_empty_topic' }),
    ],
  ])('stays failed, with a notice, when %s', async (what, reason, act) => {
    const topic = what.startsWith('topics') ? '' : 'plans';
    const id = await schedule({ ...toChannel(), topic });
    await act();
    await deliverAfter(HOUR);
    expect(await list()).toMatchObject([{ scheduled_message_id: id, failed: true }]);
    expect(await notices()).toEqual([expect.stringMatching(reason)]);
    await deliver();
    expect(await notices()).toHaveLength(1);
  });

  it('stays failed when its recipient or its sender is deactivated', async () => {
    await schedule(toOther());
    await schedule({ ...toOther(), to: [realm.owner.userId] }, other);
    await realm.owner.client.expect('DELETE', `users/${other.userId}`);
    await deliverAfter(HOUR);
    expect(await list()).toMatchObject([{ failed: true }]);
    expect(await notices()).toEqual([expect.stringMatching(/deactivated/)]);
    expect((await received(realm.owner)).filter((m) => m.sender_id === other.userId)).toEqual([]);
    await realm.owner.client.expect('POST', `users/${other.userId}/reactivate`);
    expect(await list(other)).toMatchObject([{ failed: true }]);
    expect(await notices(other)).toEqual([expect.stringMatching(/deactivated/)]);
  });

  it('is sent up to ten minutes late, and fails after that', async () => {
    await schedule({ ...toChannel('too late') });
    await schedule({ ...toChannel('in time'), [TIME]: inAnHour() + 2 });
    await deliverAfter(HOUR + 601);
    expect((await received(other)).map(({ content }) => content)).toEqual(['in time']);
    expect(await list()).toMatchObject([{ content: 'too late', failed: true }]);
    expect(await notices()).toEqual([expect.stringMatching(/at the scheduled time/)]);
  });

  it('is sent at another time once it has one', async () => {
    const id = await schedule(toChannel());
    await deliverAfter(HOUR + 601);
    const path = `scheduled_messages/${id}`;
    expect(failure(await member.client.patch(path, { content: 'again' }))).toEqual(REFUSED);
    await member.client.expect('PATCH', path, { content: 'again', [TIME]: inAnHour() });
    expect(await list()).toMatchObject([{ content: 'again', failed: false }]);
    await deliverAfter(HOUR);
    expect((await received(other)).map(({ content }) => content)).toEqual(['again']);
  });

  it('does not keep others from being sent', async () => {
    const closed = await createChannel(member, [other]);
    await schedule({ ...toChannel('lost'), to: closed.id });
    await schedule(toChannel('sent'));
    await realm.owner.client.expect('DELETE', `streams/${closed.id}`);
    await deliverAfter(HOUR);
    expect((await received(other)).map(({ content }) => content)).toContain('sent');
  });
});

describe('attachments of scheduled messages', () => {
  it('are not deleted as unclaimed until the message is deleted', async () => {
    const { url } = await upload(member);
    const id = await schedule({ ...toOther(`[notes](${url})`), [TIME]: inAnHour() + 90 * 86_400 });
    test.clock.advance(40 * 86_400);
    const clean = (): Promise<void> =>
      test.app.get(AttachmentsService).deleteUnclaimed(new AbortController().signal);
    const files = async (): Promise<unknown[]> =>
      (await member.client.expect('GET', 'attachments'))['attachments'] as unknown[];
    await clean();
    expect(await files()).toHaveLength(1);
    await member.client.expect('PATCH', `scheduled_messages/${id}`, { content: 'no file' });
    test.clock.advance(40 * 86_400);
    await clean();
    expect(await files()).toHaveLength(0);
  });

  it('are claimed by the message that is sent', async () => {
    const { url } = await upload(member);
    await schedule(toOther(`[notes](${url})`));
    await deliverAfter(HOUR);
    const [message] = await received(other);
    const { attachments } = await member.client.expect('GET', 'attachments');
    expect(attachments).toMatchObject([{ message_ids: [message!.id] }]);
  });
});

describe('clocks of people', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it.each([
    ['begins', '2027-03-28T01:00:00Z'],
    ['ends', '2027-10-31T01:00:00Z'],
  ])('do not matter when summer time %s', async (_what, time) => {
    process.env['TZ'] = 'Europe/Berlin';
    const due = Date.parse(time) / 1000;
    for (const seconds of [-HOUR, 0, HOUR]) {
      await schedule({ ...toChannel(String(seconds)), [TIME]: due + seconds });
    }
    expect((await list()).map((row) => row[TIME])).toEqual([due - HOUR, due, due + HOUR]);
    const ahead = due - HOUR - 1 - test.clock.seconds();
    test.clock.advance(ahead);
    const contents = async (): Promise<string[]> =>
      (await received(other)).map(({ content }) => content);
    await deliver();
    expect(await contents()).toEqual([]);
    await deliverAfter(1);
    expect(await contents()).toEqual(['-3600']);
    await deliverAfter(HOUR);
    expect(await contents()).toEqual(['-3600', '0']);
    await deliverAfter(HOUR);
    expect(await contents()).toEqual(['-3600', '0', '3600']);
    test.clock.advance(-ahead - 2 * HOUR - 1);
  });
});

describe('events of scheduled messages', () => {
  it('update the state of the clients of the user only', async () => {
    const soon = test.clock.seconds() + 300;
    const guest = await createUser(test, realm);
    const kept = await schedule(toOther());
    const failing = await schedule({ ...toOther(), to: [guest.userId], [TIME]: soon - 1 });
    const bot = await createBot(realm, realm.owner);
    const seen = await verifyEvents(test, observersOf(realm, { member, other, bot }), async () => {
      const id = await schedule({ ...toChannel(), [TIME]: soon });
      await schedule({ ...toOther(), [TIME]: soon - 2 });
      await member.client.expect('PATCH', `scheduled_messages/${id}`, { content: 'changed' });
      await member.client.expect('PATCH', `scheduled_messages/${kept}`, {
        [TIME]: inAnHour() + HOUR,
      });
      await member.client.expect('DELETE', `scheduled_messages/${kept}`);
      await realm.owner.client.expect('DELETE', `users/${guest.userId}`);
      await deliverAfter(300);
    });
    const events = seen.get('member')!.filter(({ type }) => type === 'scheduled_messages');
    expect(events.map(({ op }) => op)).toEqual([
      'add',
      'add',
      'update',
      'update',
      'remove',
      'remove',
      'update',
      'remove',
    ]);
    expect(events[6]).toMatchObject({
      scheduled_message: { scheduled_message_id: failing, failed: true },
    });
    expect(seen.get('other')!.filter(({ type }) => type === 'scheduled_messages')).toEqual([]);
  });
});
