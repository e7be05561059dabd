// A message that is sent again with its idempotency key is stored once. The number of statements
// that sending takes.
import { describe, expect, jest, test } from '@jest/globals';
import { IdempotencyKeysService } from '#modules/messages/send/idempotency-keys.service.js';
import { Database } from '#platform/database/database.js';
import { sharedTestApp } from './app.js';
import type { Parameters } from './client.js';
import { listen } from './event-listener.js';
import { createUser, sendDirect, sendToStream, type TestUser, unique } from './factories.js';
import { createScene } from './scene.js';

const app = await sharedTestApp();
const { realm, owner, member } = await createScene(app, { member: {} });

const named = (localId: string): Parameters => ({
  type: 'channel',
  to: 'general',
  topic: 'once',
  content: 'hello',
  queue_id: 'some queue',
  local_id: localId,
});

async function send(user: TestUser, parameters: Parameters): Promise<number> {
  const { id } = await user.client.expect('POST', 'messages', parameters);
  return id as number;
}

/** Called when a transaction is rolled back. */
interface Transactions {
  rollBack(): Promise<void>;
}

async function count(id: number): Promise<number> {
  const rows = await app.dataSource.query<object[]>(
    `SELECT 1 FROM messages m JOIN messages same
       ON same.recipient_id = m.recipient_id AND same.topic = m.topic AND same.content = m.content
     WHERE m.id = $1`,
    [id],
  );
  return rows.length;
}

describe('a message with queue_id and local_id', () => {
  test('is stored once when it is repeated', async () => {
    const message = { ...named(unique('local')), content: unique('text') };
    const first = await send(owner, message);
    expect(await send(owner, message)).toBe(first);
    expect(await send(owner, { ...message, content: `${message.content} \n` })).toBe(first);
    expect(await count(first)).toBe(1);
    const direct = { ...message, type: 'direct', to: [member.userId] };
    const other = await send(owner, direct);
    expect(await send(owner, { ...direct, to: member.email })).toBe(other);
    expect(await count(other)).toBe(1);
  });

  test.each<[string, Parameters]>([
    ['another text', { content: 'something else' }],
    ['another topic', { topic: 'elsewhere' }],
    ['another channel', { to: 'sandbox' }],
    ['people', { type: 'direct', to: 'self' }],
    ['another local_id', { local_id: 'other' }],
    ['another queue_id', { queue_id: 'other' }],
    ['no local_id', { local_id: undefined }],
    ['no queue_id', { queue_id: undefined }],
  ])('is another message with %s', async (_, change) => {
    const message = named(unique('local'));
    const first = await send(owner, message);
    const to = change['to'] === 'self' ? [owner.userId] : (change['to'] ?? 'general');
    expect(await send(owner, { ...message, ...change, to })).toBeGreaterThan(first);
    expect(await send(owner, message)).toBe(first);
  });

  test('is another message from another user', async () => {
    const message = named(unique('local'));
    const first = await send(owner, message);
    expect(await send(member, message)).not.toBe(first);
  });

  test('is stored once by 16 concurrent requests', async () => {
    const listener = await listen(app, realm, owner);
    const addresses: Parameters[] = [
      { to: 'general' },
      { type: 'direct', to: [member.userId] },
      { type: 'direct', to: [owner.userId, (await createUser(app, realm)).userId] },
    ];
    for (const address of addresses) {
      for (let round = 0; round < 5; round++) {
        const message = { ...named(unique('local')), content: unique('text'), ...address };
        const ids = await Promise.all(Array.from({ length: 16 }, () => send(owner, message)));
        expect(new Set(ids).size).toBe(1);
        expect(await count(ids[0]!)).toBe(1);
        const copies = await app.dataSource.query<object[]>(
          'SELECT 1 FROM user_messages WHERE message_id = $1 AND user_id = $2',
          [ids[0], owner.userId],
        );
        expect(copies).toHaveLength(1);
      }
    }
    const events = (await listener.take()).filter(({ type }) => type === 'message');
    expect(events).toHaveLength(15);
  }, 60_000);

  test('is repeated without an effect on messages of the same transaction', async () => {
    const messages = Array.from({ length: 280 }, () => named(unique('local')));
    const repeated = messages.slice(0, 40);
    const first = await Promise.all(repeated.map((message) => send(owner, message)));
    const transactions: Transactions = app.app.get<Database, Transactions>(Database);
    const rollBack = jest.spyOn(transactions, 'rollBack');
    const sent = messages
      .slice(40)
      .flatMap((message, index) => (index % 6 === 0 ? [repeated[index / 6]!, message] : [message]));
    const ids = await Promise.all(sent.map((message) => send(owner, message)));
    expect(rollBack).not.toHaveBeenCalled();
    expect(new Set(ids).size).toBe(280);
    expect(ids.filter((id) => first.includes(id)).toSorted((x, y) => x - y)).toEqual(
      first.toSorted((x, y) => x - y),
    );
    rollBack.mockRestore();
  });

  test('that was refused can be sent later', async () => {
    const message = { ...named(unique('local')), to: unique('later') };
    const { status } = await owner.client.post('messages', message);
    expect(status).toBe(400);
    await owner.client.expect('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: message.to }],
    });
    expect(await send(owner, message)).toEqual(expect.any(Number));
  });

  test('is recognized for a week', async () => {
    const message = { ...named(unique('local')), content: unique('text') };
    const first = await send(owner, message);
    app.clock.advance(6 * 24 * 3600);
    await app.app.get(IdempotencyKeysService).deleteExpired();
    expect(await send(owner, message)).toBe(first);
    app.clock.advance(2 * 24 * 3600);
    await app.app.get(IdempotencyKeysService).deleteExpired();
    expect(await send(owner, message)).toBeGreaterThan(first);
  });
});

describe('the statements of a message', () => {
  const READ_BY_THE_TAIL = 'SELECT e.realm_id';

  async function statements(work: () => Promise<unknown>): Promise<string[]> {
    // The first message fills caches.
    await work();
    const query = jest.spyOn(Database.prototype, 'query');
    try {
      await work();
      return query.mock.calls
        .map(([text]) => text.trim().split(/\s+/).slice(0, 3).join(' '))
        .filter((text) => !text.startsWith(READ_BY_THE_TAIL));
    } finally {
      query.mockRestore();
    }
  }

  test('to a channel: the channel, the message with its user messages, the lock, the event', async () => {
    await sendToStream(owner, 'general', 'cost', 'the first one');
    const seen = await statements(() => sendToStream(owner, 'general', 'cost', 'plain *text*'));
    expect(seen.filter((text) => text.startsWith('WITH numbered'))).toHaveLength(1);
    expect(seen.filter((text) => text.startsWith('WITH locked'))).toHaveLength(1);
    expect(seen).toHaveLength(4);
  });

  test('with an idempotency key: no more', async () => {
    let round = 0;
    const seen = await statements(() => send(owner, named(unique(`local-${round++}`))));
    expect(seen).toHaveLength(4);
  });

  test('to users: the users, the conversation, the message, the lock, the event', async () => {
    const seen = await statements(() => sendDirect(owner, [member], 'plain'));
    expect(seen.filter((text) => text.startsWith('WITH numbered'))).toHaveLength(1);
    expect(seen).toHaveLength(5);
  });
});
