// Guests with limited access to users: messages and events of hidden users are anonymous, and every
// write that changes the accessible users is published to the guests.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Parameters } from './client.js';
import {
  createChannel,
  createPeople,
  createUser,
  sendDirect,
  sendToStream,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { observersOf, verifyEvents } from './verify-events.js';
import { TestQueue } from './event-queue.js';
import { createScene } from './scene.js';

const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let member: TestUser;
let guest: TestUser;
let companion: TestUser;
/** A public channel of the owner, the guest and their companion. */
let channel: { id: number; name: string };

beforeEach(async () => {
  ({ realm, owner, member, guest, companion } = await createScene(test, {
    member: { fullName: 'Sample Outsider' },
    guest: { role: Role.Guest },
    companion: { role: Role.Guest },
  }));
  channel = await createChannel(owner, [guest, companion]);
  await member.client.expect('POST', 'users/me/status', { status_text: 'Reading' });
  await member.client.expect('POST', 'users/me/presence', { status: 'active' });
  await setHolder('role:members');
});

/** The users with access to all users. */
async function setHolder(name: string): Promise<void> {
  const { user_groups: groups } = await owner.client.expect('GET', 'user_groups');
  const { id } = (groups as { id: number; name: string }[]).find((one) => one.name === name)!;
  await owner.client.expect('PATCH', 'realm', { can_access_all_users_group: { new: id } });
}

function verify(act: () => Promise<unknown>): ReturnType<typeof verifyEvents> {
  return verifyEvents(test, observersOf(realm, { owner, guest, companion }), act);
}

function typesOf(events: { type: string; op?: unknown }[]): string[] {
  return events.map(({ type, op }) => (typeof op === 'string' ? `${type}/${op}` : type));
}

/** The member as members see it. */
const shown = (): object => ({
  sender_full_name: 'Sample Outsider',
  sender_email: member.email,
  sender_id: member.userId,
});

const hidden = (): object => ({
  sender_full_name: 'Unknown user',
  sender_email: `user${member.userId}@${realm.host}`,
  sender_id: member.userId,
  avatar_url: expect.stringContaining('gravatar'),
});

describe('the accessible users of a guest', () => {
  it('change at once when the organization changes the restriction', async () => {
    const opened = await verify(() => setHolder('role:everyone'));
    expect(typesOf(opened.get('guest')!)).toEqual(
      expect.arrayContaining(['realm/update_dict', 'realm_user/add', 'user_status', 'presence']),
    );
    const closed = await verify(() => setHolder('role:members'));
    const removed = closed.get('guest')!.filter(({ type }) => type === 'realm_user');
    expect(removed).toMatchObject([
      { op: 'remove', person: { user_id: member.userId, full_name: 'Sample Outsider' } },
    ]);
    const replaced = closed.get('guest with an old client')!;
    expect(replaced.filter(({ type }) => type === 'realm_user')).toMatchObject([
      { op: 'add', person: { user_id: member.userId, full_name: 'Unknown user' } },
    ]);
    expect(typesOf(closed.get('owner')!)).toEqual(['realm/update_dict']);
  });

  it('grow with the first direct message, before its event', async () => {
    const events = await verify(() => sendDirect(member, [guest], 'Hello'));
    for (const name of ['guest', 'guest with an old client']) {
      const types = typesOf(events.get(name)!);
      expect(types).toContain('realm_user/add');
      expect(types.indexOf('realm_user/add')).toBeLessThan(types.indexOf('message'));
    }
    expect(typesOf(events.get('companion')!)).toEqual([]);
    const again = await verify(() => sendDirect(member, [guest], 'Hello again'));
    expect(typesOf(again.get('guest')!)).toEqual(['message']);
  });

  it('grow for all guests of a group conversation', async () => {
    const other = await createUser(test, realm);
    await sendDirect(other, [guest], 'Hello');
    const events = await verify(() => sendDirect(other, [guest, companion, member], 'Hello'));
    const added = (name: string): unknown[] =>
      events
        .get(name)!
        .filter(({ type }) => type === 'realm_user')
        .map(({ person }) => (person as { user_id: number }).user_id);
    expect(added('guest')).toEqual([member.userId]);
    expect(added('companion')).toEqual([member.userId, other.userId]);
  });

  it('grow and shrink with subscriptions', async () => {
    const joined = await verify(() =>
      owner.client.expect('POST', 'users/me/subscriptions', {
        subscriptions: [{ name: channel.name }],
        principals: [member.userId],
      }),
    );
    expect(typesOf(joined.get('guest')!)).toContain('realm_user/add');
    const left = await verify(() =>
      owner.client.expect('DELETE', 'users/me/subscriptions', {
        subscriptions: [channel.name],
        principals: [member.userId],
      }),
    );
    expect(typesOf(left.get('guest')!)).toContain('realm_user/remove');
  });

  it('grow and shrink with the role of the guest', async () => {
    const setRole = (role: Role) => (): Promise<unknown> =>
      owner.client.expect('PATCH', `users/${guest.userId}`, { role });
    const joined = await verify(setRole(Role.Member));
    expect(typesOf(joined.get('guest')!)).toEqual(
      expect.arrayContaining(['realm_user/add', 'user_status', 'presence']),
    );
    const left = await verify(setRole(Role.Guest));
    expect(typesOf(left.get('guest')!)).toContain('realm_user/remove');
  });

  it('stay the same when hidden users are added, deactivated and changed', async () => {
    const { client } = owner;
    const other = await createUser(test, realm);
    await verify(() => createUser(test, realm));
    await verify(() => client.expect('DELETE', `users/${other.userId}`));
    await verify(() => client.expect('POST', `users/${other.userId}/reactivate`));
    const quiet = await verify(async () => {
      await client.expect('PATCH', `users/${member.userId}`, { role: 300, full_name: 'Renamed' });
      await member.client.expect('PATCH', 'settings', { email_address_visibility: 4 });
      await member.client.expect('POST', 'users/me/status', { status_text: 'Elsewhere' });
    });
    // Changes of group memberships are published to all users.
    const events = typesOf(quiet.get('guest')!).filter((type) => !type.startsWith('user_group/'));
    expect(events).toEqual([]);
  });
});

describe('hidden users', () => {
  it('are answered like unknown users', async () => {
    const unknownId = 900_000_000;
    const about = (
      id: number,
    ): [method: 'GET' | 'POST', path: string, parameters: Parameters][] => [
      ['GET', `users/${id}`, {}],
      ['GET', `users/${id}/channels`, {}],
      ['GET', `users/${id}/subscriptions/${channel.id}`, {}],
      ['POST', 'users/me/subscriptions', { subscriptions: [], principals: [id] }],
      ['POST', 'messages', { type: 'direct', to: [id], content: 'Hello' }],
    ];
    for (const [index, [method, path, parameters]] of about(member.userId).entries()) {
      const [, otherPath, otherParameters] = about(unknownId)[index]!;
      const answer = await guest.client.call(method, path, parameters);
      const other = await guest.client.call(method, otherPath, otherParameters);
      expect({ path, status: answer.status }).toEqual({ path, status: 400 });
      const message = String(answer.body['msg']).replace(`${member.userId}`, `${unknownId}`);
      expect({ ...answer.body, msg: message }).toEqual(other.body);
    }
  });

  it('cannot be mentioned by users without access', async () => {
    const byId = [`@**|${member.userId}**`, `@**Sample Outsider|${member.userId}**`];
    for (const content of [...byId, '@**Sample Outsider**', '@_**sample outsider**']) {
      const rendered = async (user: TestUser): Promise<unknown> =>
        (await user.client.expect('POST', 'messages/render', { content }))['rendered'];
      expect(await rendered(owner)).toContain('Sample Outsider</span>');
      expect(await rendered(guest)).not.toContain('<span');
    }
    const met = `@**|${companion.userId}**`;
    const { rendered } = await guest.client.expect('POST', 'messages/render', { content: met });
    expect(rendered).toContain(`data-user-id="${companion.userId}"`);
  });
});

describe('messages of hidden users', () => {
  it('hide their sender from guests in every operation', async () => {
    const queue = await TestQueue.register(guest.client, {});
    const other = await TestQueue.register(owner.client, {});
    const id = await sendToStream(member, channel.id, 'plans', 'Unusual proposal');
    const event = (await queue.all()).find(({ type }) => type === 'message');
    expect(event).toMatchObject({ message: hidden() });
    const full = (await other.all()).find(({ type }) => type === 'message');
    expect(full).toMatchObject({ message: shown() });
    const read = async (user: TestUser, parameters: object): Promise<unknown> =>
      (
        await user.client.expect('GET', 'messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          ...parameters,
        })
      )['messages'];
    const places = [
      {},
      { narrow: [{ operator: 'channel', operand: channel.id }] },
      { narrow: [['search', 'unusual']] },
      { client_gravatar: false, apply_markdown: false },
    ];
    for (const parameters of places) {
      expect(await read(guest, parameters)).toMatchObject([{ id, ...hidden() }]);
      expect(await read(owner, parameters)).toMatchObject([{ id, sender_id: member.userId }]);
    }
    const { message } = await guest.client.expect('GET', `messages/${id}`);
    expect(message).toMatchObject(hidden());
    const { messages } = await guest.client.expect('GET', 'messages', { message_ids: [id] });
    expect(messages).toMatchObject([hidden()]);
    // The sender of earlier messages becomes visible too.
    await sendDirect(member, [guest], 'Hello');
    expect(await read(guest, places[1]!)).toMatchObject([{ id, ...shown() }]);
    expect(await read(companion, {})).toMatchObject([{ id, ...hidden() }]);
  });

  it('cannot be found by their sender', async () => {
    await sendToStream(member, channel.id, 'plans', 'Hello');
    for (const operand of [member.userId, member.email, `user${member.userId}@${realm.host}`]) {
      for (const operator of ['sender', 'dm', 'dm-including']) {
        const answer = await guest.client.get('messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow: [{ operator, operand }],
        });
        expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_NARROW' } });
      }
    }
    const fromHidden = { narrow: [['sender', member.email]] };
    const queue = await TestQueue.register(guest.client, fromHidden);
    await sendToStream(member, channel.id, 'plans', 'Hello again');
    expect((await queue.all()).filter(({ type }) => type === 'message')).toEqual([]);
  });

  it('have no typing notifications for the guest', async () => {
    const queues = await Promise.all(
      [guest, owner].map(({ client }) =>
        TestQueue.register(client, {
          client_capabilities: {
            notification_settings_null: true,
            stream_typing_notifications: true,
          },
        }),
      ),
    );
    await member.client.expect('POST', 'typing', {
      type: 'stream',
      op: 'start',
      stream_id: channel.id,
      topic: 'plans',
    });
    const types = await Promise.all(queues.map(async (queue) => typesOf(await queue.all())));
    expect(types).toEqual([[], ['typing/start']]);
  });

  it('do not reveal their other readers', async () => {
    const id = await sendToStream(owner, channel.id, 'plans', 'Hello');
    await owner.client.expect('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: channel.name }],
      principals: [member.userId],
    });
    const second = await sendToStream(owner, channel.id, 'plans', 'Hello again');
    await member.client.expect('POST', 'messages/flags', {
      messages: [second],
      op: 'add',
      flag: 'read',
    });
    await member.client.expect('DELETE', 'users/me/subscriptions', {
      subscriptions: [channel.name],
    });
    const readers = async (user: TestUser, messageId: number): Promise<unknown> =>
      (await user.client.expect('GET', `messages/${messageId}/read_receipts`))['user_ids'];
    expect(await readers(companion, id)).toEqual([]);
    expect(await readers(companion, second)).toEqual([]);
    expect(await readers(owner, second)).toEqual([member.userId]);
  });
});

describe('many users', () => {
  /** Each guest shares channels and conversations with others than the rest. */
  async function createCrowd(): Promise<TestUser[]> {
    const ids = await createPeople(test, realm, 450);
    await test.dataSource.query(
      `UPDATE users SET settings = '{"email_address_visibility": 2}',
         email = 'user' || id || '@' || $2::text
       WHERE id = ANY ($1) AND id % 5 = 0`,
      [ids, realm.host],
    );
    await test.dataSource.query(
      `INSERT INTO user_statuses SELECT id, realm_id, 'Reading', '', '', '' FROM users
       WHERE id = ANY ($1) AND id % 3 = 0`,
      [ids],
    );
    await test.dataSource.query(
      `INSERT INTO presences (user_id, realm_id, last_active_at, last_connected_at, update_id)
       SELECT id, realm_id, now(), now(), (extract(epoch FROM now()) * 1000)::bigint FROM users
       WHERE id = ANY ($1) AND id % 2 = 0`,
      [ids],
    );
    const guests = [guest, companion];
    for (const [index, one] of guests.entries()) {
      for (const other of [0, 1]) {
        const { id } = await createChannel(owner, [one]);
        await test.dataSource.query(
          `INSERT INTO subscriptions (user_id, stream_id, color)
           SELECT id, $2, '#c2c2c2' FROM users WHERE id = ANY ($1) AND id % 7 = $3`,
          [ids, id, 2 * index + other],
        );
        await test.dataSource.query(
          `UPDATE streams SET subscriber_count =
             (SELECT count(*) FROM subscriptions WHERE stream_id = streams.id) WHERE id = $1`,
          [id],
        );
      }
      await sendDirect(await createUser(test, realm), [one], 'Hello');
    }
    return guests;
  }

  it('are published to each guest as the restriction and the role require, in few rows', async () => {
    await createCrowd();
    await setHolder('role:everyone');
    const rows = async (): Promise<number> => {
      const [row] = await test.dataSource.query<{ count: number }[]>(
        'SELECT count(*)::integer AS count FROM event_log WHERE realm_id = $1',
        [realm.realmId],
      );
      return row!.count;
    };
    const setRole = (role: Role) => (): Promise<unknown> =>
      owner.client.expect('PATCH', `users/${guest.userId}`, { role });
    for (const act of [
      () => setHolder('role:members'),
      () => setHolder('role:everyone'),
      () => setHolder('role:members'),
      setRole(Role.Member),
      setRole(Role.Guest),
    ]) {
      const before = await rows();
      const events = await verify(act);
      expect(events.get('guest')!.length).toBeGreaterThan(300);
      expect((await rows()) - before).toBeLessThan(30);
    }
  });

  it('are published in a few rows when an administrator changes their settings', async () => {
    await createCrowd();
    const ids = await test.dataSource.query<{ id: number }[]>(
      'SELECT id FROM users WHERE realm_id = $1 AND bot_type IS NULL AND is_active',
      [realm.realmId],
    );
    const targets = { user_ids: ids.map(({ id }) => id), group_ids: [] };
    for (const change of [
      { timezone: 'Europe/Berlin' },
      { email_address_visibility: 5 },
      { email_address_visibility: 1 },
      { presence_enabled: false },
      { presence_enabled: true },
    ]) {
      await verify(() =>
        owner.client.expect('PATCH', 'settings', {
          ...change,
          target_users: { ...targets, skip_if_already_edited: false },
        }),
      );
    }
    await verify(() => owner.client.expect('PATCH', 'realm', { presence_disabled: true }));
    await verify(() => owner.client.expect('PATCH', 'realm', { presence_disabled: false }));
  });
});

describe('the event log', () => {
  it('has one row for the users who become hidden from the same guests', async () => {
    await setHolder('role:everyone');
    await createPeople(test, realm, 30);
    const queue = await TestQueue.register(guest.client, {
      event_types: ['realm_user'],
      client_capabilities: { notification_settings_null: true, user_list_incomplete: true },
    });
    const [before] = await removals();
    await setHolder('role:members');
    const [after] = await removals();
    expect(after!.count - before!.count).toBe(1);
    const events = await queue.all();
    expect(events.filter(({ op }) => op === 'remove').length).toBeGreaterThanOrEqual(30);
  });

  function removals(): Promise<{ count: number }[]> {
    return test.dataSource.query(
      `SELECT count(*)::integer AS count FROM event_log
       WHERE realm_id = $1 AND type = 'realm_user' AND payload ->> 'op' = 'remove'`,
      [realm.realmId],
    );
  }
});
