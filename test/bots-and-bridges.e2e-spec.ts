// Sending by programs: a notification for the owner when a bot writes to a channel without readers,
// and bridges that send on behalf of others.
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { BotOwnerNotificationsRepository } from '#modules/messages/send/bot-owner-notifications.repository.js';
import { SendMessageService } from '#modules/messages/send/send-message.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { actorOf } from '#modules/users/users/actors.js';
import { Database } from '#platform/database/database.js';
import { sharedTestApp } from './app.js';
import type { Parameters } from './client.js';
import { createRealm, createUser, subscribe, type TestUser, unique } from './factories.js';
import { createScene } from './scene.js';

const app = await sharedTestApp();
const { realm, owner, member } = await createScene(app, { member: { fullName: 'Sample Member' } });

interface Shown {
  id: number;
  sender_id: number;
  sender_email: string;
  content: string;
  timestamp: number;
}

function channelMessage(to: string | number): Parameters {
  return { type: 'channel', to, topic: 'reports', content: 'hello' };
}

describe('the owner of a bot', () => {
  let bot: TestUser;

  async function notices(): Promise<string[]> {
    const { messages } = await member.client.expect('GET', 'messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [{ operator: 'dm', operand: 'notification-bot@zulip.com' }],
      apply_markdown: false,
    });
    return (messages as Shown[]).map(({ content }) => content);
  }

  async function afterSending(to: string | number, sender = bot): Promise<string[]> {
    app.clock.advance(61);
    const before = await notices();
    await sender.client.post('messages', channelMessage(to));
    return (await notices()).slice(before.length);
  }

  beforeAll(async () => {
    const ofMember = { type: 1, ownerId: member.userId };
    bot = await createUser(app, realm, { bot: ofMember, fullName: 'Sample Bot' });
  });

  test('is notified of a channel that does not exist', async () => {
    const answer = await bot.client.post('messages', channelMessage('no `such`'));
    expect(answer.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: 'no `such`' });
    const [notice] = await notices();
    expect(notice).toContain("`no 'such'`");
    expect(notice).toContain('`Sample Bot`');
    expect(await afterSending(99_999_999)).toEqual([expect.stringContaining('99999999')]);
  });

  test('is notified of an inaccessible channel as of one that does not exist', async () => {
    const id = await subscribe(owner, unique('private'), { invite_only: true });
    expect(await afterSending(id)).toEqual([expect.stringContaining(String(id))]);
  });

  test('is notified of a channel without subscribers, and the message is sent', async () => {
    const name = unique('empty');
    const id = await subscribe(owner, name);
    await owner.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    expect(await afterSending(name)).toEqual([expect.stringContaining(name)]);
    const rows = await app.dataSource.query<object[]>(
      `SELECT 1 FROM messages m JOIN recipients r ON r.id = m.recipient_id WHERE r.stream_id = $1
       AND m.topic = 'reports'`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  test('may miss a notification: the response to the message of the bot is not affected', async () => {
    const name = unique('empty');
    await subscribe(owner, name);
    await owner.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    const failing = jest
      .spyOn(app.app.get(BotOwnerNotificationsRepository), 'claim')
      .mockRejectedValue(new Error('The database is away'));
    try {
      const { id } = await bot.client.expect('POST', 'messages', channelMessage(name));
      expect(id).toEqual(expect.any(Number));
      const { body } = await bot.client.post('messages', channelMessage('no such'));
      expect(body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' });
      expect(failing).toHaveBeenCalledTimes(2);
      // Inside another transaction, which cannot continue after the failure.
      const whole = app.app.get(Database).transaction(async () => {
        const [summary] = await app.app.get(UsersService).findByIds(realm.realmId, [bot.userId]);
        const message = {
          type: 'channel',
          to: 'no such',
          topic: 'reports',
          content: 'text',
        } as const;
        await app.app.get(SendMessageService).send(actorOf(summary!, 'sample'), message);
      });
      await expect(whole).rejects.toThrow('The database is away');
    } finally {
      failing.mockRestore();
    }
  });

  test('is not notified of messages that arrive, or of those of a person', async () => {
    expect(await afterSending('general')).toEqual([]);
    expect(await afterSending('no such', member)).toEqual([]);
  });

  test('is notified at most once per minute for each bot', async () => {
    expect(await afterSending('no such')).toHaveLength(1);
    const before = (await notices()).length;
    const send = (): Promise<unknown> => bot.client.post('messages', channelMessage('no such'));
    await Promise.all([send(), send(), send()]);
    expect((await notices()).length).toBe(before);
    const other = await createUser(app, realm, { bot: { type: 1, ownerId: member.userId } });
    await other.client.post('messages', channelMessage('no such'));
    expect((await notices()).length).toBe(before + 1);
    app.clock.advance(61);
    await Promise.all([send(), send(), send()]);
    expect((await notices()).length).toBe(before + 2);
  });
});

describe('sending on behalf of others', () => {
  let bridge: TestUser;

  beforeAll(async () => {
    bridge = await createUser(app, realm, { bot: { type: 1, ownerId: owner.userId } });
    await app.dataSource.query('UPDATE users SET can_send_on_behalf = true WHERE id = $1', [
      bridge.userId,
    ]);
  });

  async function shown(reader: TestUser, id: unknown): Promise<Shown> {
    const { messages } = await reader.client.expect('GET', 'messages', { message_ids: [id] });
    return (messages as Shown[])[0]!;
  }

  test.each<[string, Parameters]>([
    ['sender', { sender: 'somebody@example.com' }],
    ['time', { time: 1_600_000_000 }],
    ['forged', { forged: 'yes' }],
  ])('is refused without the permission: %s', async (_, parameters) => {
    for (const user of [owner, member]) {
      const { status, body } = await user.client.post('messages', {
        ...channelMessage('general'),
        ...parameters,
      });
      expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
    }
  });

  test('to a channel: has the given sender and time', async () => {
    const { id } = await bridge.client.expect('POST', 'messages', {
      ...channelMessage('general'),
      sender: member.email.toUpperCase(),
      time: '1600000000.5',
      forged: 'yes',
    });
    expect(await shown(owner, id)).toMatchObject({
      sender_id: member.userId,
      timestamp: 1_600_000_000,
    });
  });

  test('to users: is a conversation of the given sender', async () => {
    const { id } = await bridge.client.expect('POST', 'messages', {
      type: 'direct',
      to: [owner.userId],
      content: 'hello',
      sender: member.email,
      forged: 'yes',
    });
    expect((await shown(owner, id)).sender_id).toBe(member.userId);
    expect((await shown(member, id)).sender_id).toBe(member.userId);
    expect(await shown(bridge, id)).toBeUndefined();
  });

  test('without a sender is a message of the bridge', async () => {
    const { id } = await bridge.client.expect('POST', 'messages', {
      ...channelMessage('general'),
      forged: 'yes',
    });
    expect((await shown(owner, id)).sender_id).toBe(bridge.userId);
  });

  test('needs the permission of the bridge to post', async () => {
    const closed = await subscribe(member, unique('private'), { invite_only: true });
    const { body } = await bridge.client.post('messages', {
      ...channelMessage(closed),
      sender: member.email,
    });
    expect(body['code']).toBe('STREAM_DOES_NOT_EXIST');
  });

  test.each<[string, Parameters]>([
    ['someone unknown', { sender: 'nobody@example.com' }],
    ['a time to come', { time: 9_999_999_999 }],
    ['a negative time', { time: -1 }],
    ['a time that is none', { time: 'soon' }],
    ['a huge time', { time: 1e300 }],
  ])('refuses %s', async (_, parameters) => {
    const { status, body } = await bridge.client.post('messages', {
      ...channelMessage('general'),
      ...parameters,
    });
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
  });

  test('not as a user of another organization', async () => {
    const elsewhere = await createRealm(app);
    const { body } = await bridge.client.post('messages', {
      ...channelMessage('general'),
      sender: elsewhere.owner.email,
    });
    expect(body['code']).toBe('BAD_REQUEST');
  });
});
