import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DeliveryService } from '#modules/messages/scheduled/delivery.service.js';
import { Database } from '#platform/database/database.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import {
  createChannel,
  sendDirect,
  sendToStream,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let member: TestUser;
let other: TestUser;
let channel: { id: number; name: string };
let messageId: number;

beforeEach(async () => {
  ({ realm, member, other } = await createScene(test, {
    member: {},
    other: { fullName: 'Other Sample' },
  }));
  channel = await createChannel(other, [member], { invite_only: true });
  messageId = await sendToStream(other, channel.id, 'plans', 'the secret **plan**');
  test.clock.pause();
});
afterEach(() => test.clock.resume());

const HOUR = 3600;
const TIME = 'scheduled_delivery_timestamp';

function inAnHour(): number {
  return test.clock.seconds() + HOUR;
}

async function remind(parameters: Parameters = {}): Promise<number> {
  const { reminder_id: id } = await member.client.expect('POST', 'reminders', {
    message_id: messageId,
    [TIME]: inAnHour(),
    ...parameters,
  });
  return id as number;
}

async function list(user = member): Promise<Record<string, unknown>[]> {
  return (await user.client.expect('GET', 'reminders'))['reminders'] as Record<string, unknown>[];
}

async function deliverAfter(seconds: number): Promise<void> {
  test.clock.advance(seconds);
  await test.app.get(DeliveryService).deliver(realm.realmId, new AbortController().signal);
}

interface Notice {
  content: string;
  flags: string[];
  sender_full_name: string;
}

async function notices(markdown = false): Promise<Notice[]> {
  const { messages } = await member.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: markdown,
  });
  const own = messages as (Notice & { type: string })[];
  return own.filter((m) => m.type === 'private' && m.sender_full_name === 'Notification Bot');
}

function failure({ status, body }: Answer): unknown[] {
  return [status, body['code']];
}

describe('a reminder', () => {
  it('is listed until the notification bot sends it, unread, with a link and a quotation', async () => {
    const id = await remind({ note: ' look at this ' });
    const [reminder] = await list();
    expect(reminder).toMatchObject({
      reminder_id: id,
      type: 'private',
      to: [member.userId],
      [TIME]: inAnHour(),
      failed: false,
      reminder_target_message_id: messageId,
      content: expect.stringContaining('the secret **plan**'),
      rendered_content: expect.stringContaining('<strong>plan</strong>'),
    });
    expect(await list(other)).toEqual([]);
    await deliverAfter(HOUR - 1);
    expect(await notices()).toEqual([]);
    await deliverAfter(1);
    expect(await list()).toEqual([]);
    const [notice] = await notices();
    expect(notice!.flags).not.toContain('read');
    expect(notice!.content).toContain('look at this');
    expect(notice!.content).toContain(`#**${channel.name}>plans@${messageId}**`);
    expect(notice!.content).toContain(`@_**Other Sample|${other.userId}**`);
    expect(notice!.content).toContain('``` quote\nthe secret **plan**\n```');
    const [rendered] = await notices(true);
    expect(rendered!.content).toContain('<blockquote>');
    expect(rendered!.content).toContain(`/near/${messageId}`);
  });

  it('of a direct message links to the conversation', async () => {
    messageId = await sendDirect(other, [member], 'between us');
    await remind();
    await deliverAfter(HOUR);
    const [notice] = await notices(true);
    const ids = [member.userId, other.userId].join(',');
    expect(notice!.content).toContain(`#narrow/dm/${ids}-dm/near/${messageId}`);
  });

  it('cannot be closed by the quoted message, and is cut to the limit', async () => {
    messageId = await sendToStream(other, channel.id, 'plans', `\`\`\`\n${'x'.repeat(9900)}`);
    await remind({ note: 'n'.repeat(500) });
    await deliverAfter(HOUR);
    const [notice] = await notices();
    expect(notice!.content).toContain('```` quote\n');
    expect(notice!.content).toMatch(/\[\.\.\.\]\n````$/);
    expect([...notice!.content]).toHaveLength(10_000);
  });

  it.each([
    ['/poll Lunch?\nyes\nno', 'a poll'],
    ['/todo Things\none', 'a to-do list'],
  ])('names %j instead of quoting it', async (content, name) => {
    messageId = await sendToStream(other, channel.id, 'plans', content);
    await remind();
    await deliverAfter(HOUR);
    const [notice] = await notices();
    expect(notice!.content).toContain(name);
    expect(notice!.content).not.toContain('quote');
  });

  it('is sent however late', async () => {
    await remind();
    await deliverAfter(30 * 86_400);
    expect(await notices()).toHaveLength(1);
  });

  it('contains the message as it is when it is sent', async () => {
    await remind();
    await other.client.expect('PATCH', `messages/${messageId}`, { content: 'a changed plan' });
    await deliverAfter(HOUR);
    expect((await notices())[0]!.content).toContain('a changed plan');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['was deleted', () => realm.owner.client.expect('DELETE', `messages/${messageId}`)],
    [
      'is no longer accessible',
      () =>
        other.client.expect('DELETE', 'users/me/subscriptions', {
          subscriptions: [channel.name],
          principals: [member.userId],
        }),
    ],
  ])('says that the message %s, and does not quote it', async (what, act) => {
    if (what === 'was deleted') {
      const { id } = await createChannel(realm.owner, [member]);
      messageId = await sendToStream(realm.owner, id, 'plans', 'the secret **plan**');
    }
    await remind({ note: 'my note' });
    await act();
    const [reminder] = await list();
    expect(reminder!['content']).not.toContain('plan');
    expect(reminder!['rendered_content']).not.toContain('plan');
    expect(reminder!['content']).toContain('my note');
    const { reminders } = await member.client.expect('POST', 'register', {
      event_types: ['reminders'],
    });
    expect(reminders).toEqual([reminder]);
    await deliverAfter(HOUR);
    const [notice] = await notices();
    expect(notice!.content).not.toContain('plan');
    expect(notice!.content).toContain('deleted, or you can no longer access it');
    expect(notice!.content).toContain('my note');
  });

  it.each<[string, () => Parameters]>([
    ['a time that is over', () => ({ [TIME]: test.clock.seconds() })],
    ['a negative time', () => ({ [TIME]: -1 })],
    ['a huge time', () => ({ [TIME]: 10 ** 15 })],
    ['an unknown message', () => ({ message_id: 2_147_483_647 })],
    ['a long note', () => ({ note: 'n'.repeat(501) })],
  ])('is refused with %s', async (_what, parameters) => {
    const answer = await member.client.post('reminders', {
      message_id: messageId,
      [TIME]: inAnHour(),
      ...parameters(),
    });
    expect(failure(answer)).toEqual([400, 'BAD_REQUEST']);
    expect(await list()).toEqual([]);
  });

  it('of a message that the user cannot read is refused', async () => {
    const answer = await realm.owner.client.post('reminders', {
      message_id: messageId,
      [TIME]: inAnHour(),
    });
    expect(failure(answer)).toEqual([400, 'BAD_REQUEST']);
  });

  it.each(['message_id', TIME])('needs %s', async (name) => {
    const answer = await member.client.post('reminders', {
      message_id: messageId,
      [TIME]: inAnHour(),
      [name]: undefined,
    });
    expect(failure(answer)).toEqual([400, 'REQUEST_VARIABLE_MISSING']);
  });

  it('is refused when there are a thousand', async () => {
    await test.app.get(Database).query(
      `INSERT INTO reminders (realm_id, user_id, due_at, target_message_id, note, content,
         rendered_content)
       SELECT $1, $2, now() + interval '1 year', $3, '', 'x', 'x' FROM generate_series(1, 1000)`,
      [realm.realmId, member.userId, messageId],
    );
    const answer = await member.client.post('reminders', {
      message_id: messageId,
      [TIME]: inAnHour(),
    });
    expect(failure(answer)).toEqual([400, 'BAD_REQUEST']);
  });

  it('is deleted by its user only', async () => {
    const id = await remind();
    expect(failure(await other.client.delete(`reminders/${id}`))).toEqual([404, 'BAD_REQUEST']);
    await member.client.expect('DELETE', `reminders/${id}`);
    expect(failure(await member.client.delete(`reminders/${id}`))).toEqual([404, 'BAD_REQUEST']);
    await deliverAfter(HOUR);
    expect(await notices()).toEqual([]);
  });
});

describe('events of reminders', () => {
  it('update the state of the clients of the user only', async () => {
    await remind({ [TIME]: test.clock.seconds() + 300 });
    const seen = await verifyEvents(test, observersOf(realm, { member, other }), async () => {
      const id = await remind({ [TIME]: test.clock.seconds() + 299 });
      await remind({ [TIME]: inAnHour() + HOUR });
      await member.client.expect('DELETE', `reminders/${id}`);
      await deliverAfter(300);
    });
    const ops = (name: string): unknown[] =>
      seen.get(name)!.flatMap(({ type, op }) => (type === 'reminders' ? [op] : []));
    expect(ops('member')).toEqual(['add', 'add', 'remove', 'remove']);
    expect(ops('other')).toEqual([]);
  });
});
