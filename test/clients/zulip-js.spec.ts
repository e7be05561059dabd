// A conversation with the published npm client, unchanged, as its users have it: log in with a
// password, subscribe, send, receive the events, read, and look around.
import { afterAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import zulip, { type ZulipClient } from 'zulip-js';
import { assertEventMatches, assertResponseMatches } from '../contract.js';
import { ClientServer, PASSWORD } from './server.js';

type Rows = Record<string, unknown>[];

const server = await ClientServer.start();
const { site } = server;
const OWNER = { username: server.owner.email, password: PASSWORD };
const friendUser = await server.createMember('friend@example.com', 'Sample Friend');
const owner = await zulip({ ...OWNER, realm: site });
const friend = await zulip({
  realm: `${site}/api`,
  username: friendUser.email,
  apiKey: friendUser.apiKey,
});

afterAll(() => server.stop());

/** The response, which must be a valid success. */
async function ok(operation: string, call: Promise<object>): Promise<Record<string, unknown>> {
  const answer = (await call) as Record<string, unknown>;
  const [method = '', path = ''] = operation.split(' ');
  assertResponseMatches(method, path, 200, answer);
  return answer;
}

const subscribe = (client: ZulipClient, name: string): Promise<Record<string, unknown>> =>
  ok(
    'POST /users/me/subscriptions',
    client.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name }]) }),
  );

const send = async (client: ZulipClient, parameters: Record<string, unknown>): Promise<number> => {
  const { id } = await ok('POST /messages', client.messages.send(parameters));
  return id as number;
};

describe('logging in', () => {
  it('returns the key for the password', () => {
    expect(owner.config.apiKey).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  it('fails with a wrong password, and calls without a key are refused', async () => {
    const rejected = await zulip({ ...OWNER, password: 'wrong', realm: site });
    expect(rejected.config.apiKey).toBeUndefined();
    expect(await rejected.users.me.getProfile()).toMatchObject({
      result: 'error',
      code: 'UNAUTHORIZED',
    });
  });

  it('works with a zuliprc file', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'parley-zuliprc-'));
    const zuliprc = join(directory, 'zuliprc');
    const key = owner.config.apiKey ?? '';
    await writeFile(zuliprc, `[api]\nemail=${OWNER.username}\nkey=${key}\nsite=${site}\n`);
    const client = await zulip({ zuliprc });
    const profile = await ok('GET /users/me', client.users.me.getProfile());
    expect(profile).toMatchObject({ delivery_email: OWNER.username, is_owner: true });
    await rm(directory, { recursive: true });
  });
});

describe('looking around', () => {
  it('shows the server, the own profile and the users', async () => {
    const settings = await ok('GET /server_settings', friend.server.settings());
    expect(settings).toMatchObject({ realm_url: expect.any(String) });
    const profile = await ok('GET /users/me', friend.users.me.getProfile());
    expect(profile).toMatchObject({ user_id: friendUser.id, full_name: 'Sample Friend' });
    const users = await ok('GET /users', friend.users.retrieve({ client_gravatar: true }));
    const names = (users['members'] as Rows).map(({ full_name: name }) => name);
    expect(names).toContain('Sample Friend');
  });

  it('shows the channels and finds one by its name', async () => {
    await subscribe(owner, 'Lighthouse');
    const { streams } = await ok('GET /streams', friend.streams.retrieve({ include_public: true }));
    const [found] = (streams as Rows).filter(({ name }) => name === 'Lighthouse');
    const answer = await ok('GET /get_stream_id', friend.streams.getStreamId('Lighthouse'));
    expect(answer).toMatchObject({ stream_id: found?.['stream_id'] });
  });

  it('calls any operation', async () => {
    const called = friend.callEndpoint('users/me/subscriptions', 'GET', {
      include_subscribers: true,
    });
    const { subscriptions } = await ok('GET /users/me/subscriptions', called);
    expect(subscriptions).toEqual([
      expect.objectContaining({ name: 'general', subscribers: expect.any(Array) }),
      expect.objectContaining({ name: 'sandbox' }),
    ]);
    expect(await friend.callEndpoint('/nowhere', 'POST', { a: 1 })).toMatchObject({
      result: 'error',
      code: 'NOT_FOUND',
    });
  });
});

describe('a conversation', () => {
  it('covers channels and direct messages, events, flags and history', async () => {
    const registered = await ok(
      'POST /register',
      friend.queues.register({
        event_types: ['message', 'subscription', 'update_message_flags'],
        client_capabilities: JSON.stringify({ notification_settings_null: true }),
      }),
    );
    const queue = { queue_id: registered['queue_id'] };
    const seen: Rows = [];
    const poll = async (): Promise<void> => {
      const last = seen.at(-1)?.['id'] ?? registered['last_event_id'];
      const answer = await ok(
        'GET /events',
        friend.events.retrieve({ ...queue, last_event_id: last }),
      );
      seen.push(...(answer['events'] as Rows));
    };
    const receive = async (count: number): Promise<Rows> => {
      const from = seen.length;
      while (seen.length < from + count) await poll();
      return seen.slice(from);
    };

    const list = [{ name: 'harbour', description: 'Where *ships* rest' }];
    await ok(
      'POST /users/me/subscriptions',
      friend.users.me.subscriptions.add({ subscriptions: list, announce: 'true' }),
    );
    await subscribe(owner, 'harbour');
    // The last event of creating and joining the channel.
    while (seen.at(-1)?.['op'] !== 'peer_add') await poll();

    const inChannel = await send(owner, {
      type: 'stream',
      to: 'harbour',
      topic: 'tides',
      content: 'High water at **noon** 🌊',
    });
    const direct = await send(owner, {
      type: 'direct',
      to: [friendUser.id],
      content: 'For you alone',
    });
    const byEmail = await send(owner, {
      type: 'private',
      to: friendUser.email,
      content: 'By the old names',
    });
    const events = await receive(3);
    expect(events.map(({ message }) => message)).toMatchObject([
      { id: inChannel, type: 'stream', subject: 'tides', display_recipient: 'harbour' },
      { id: direct, type: 'private', content: 'For you alone' },
      { id: byEmail, type: 'private' },
    ]);

    const fetched = await ok(
      'GET /messages',
      friend.messages.retrieve({
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
        apply_markdown: false,
        narrow: [
          { operator: 'channel', operand: 'harbour' },
          { operator: 'topic', operand: 'tides' },
        ],
      }),
    );
    expect(fetched['messages']).toMatchObject([
      { id: inChannel, content: 'High water at **noon** 🌊', flags: [] },
    ]);

    const marked = await ok(
      'POST /messages/flags',
      friend.messages.flags.add({ messages: [inChannel, direct], flag: 'read' }),
    );
    expect(marked['messages']).toEqual([inChannel, direct]);
    expect(await receive(1)).toMatchObject([
      { type: 'update_message_flags', op: 'add', flag: 'read', messages: [inChannel, direct] },
    ]);
    const unread = await ok(
      'GET /messages',
      friend.messages.retrieve({
        anchor: 'oldest',
        num_before: 0,
        num_after: 10,
        narrow: [['dm', OWNER.username]],
      }),
    );
    expect(unread['messages']).toMatchObject([
      { id: direct, flags: ['read'] },
      { id: byEmail, flags: [] },
    ]);

    const left = friend.users.me.subscriptions.remove({
      subscriptions: JSON.stringify(['harbour']),
    });
    expect(await ok('DELETE /users/me/subscriptions', left)).toMatchObject({
      removed: ['harbour'],
    });
    const gone = await friend.messages.send({
      type: 'stream',
      to: 'nowhere',
      topic: 'a',
      content: 'a',
    });
    expect(gone).toMatchObject({ result: 'error', code: 'STREAM_DOES_NOT_EXIST' });
    await ok('DELETE /events', friend.queues.deregister(queue));
    expect(await friend.events.retrieve({ ...queue, last_event_id: -1 })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    });
  });

  it('changes messages, reactions and channels', async () => {
    await subscribe(owner, 'workshop');
    const sent = await send(owner, {
      type: 'stream',
      to: 'workshop',
      topic: 'tools',
      content: 'A hammer',
    });
    const message = { message_id: sent };
    const wave = { ...message, emoji_name: 'wave' };
    await ok('POST /messages/{message_id}/reactions', owner.reactions.add(wave));
    await ok('DELETE /messages/{message_id}/reactions', owner.reactions.remove(wave));
    const update = owner.messages.update({ ...message, content: 'A **saw**' });
    await ok('PATCH /messages/{message_id}', update);
    const fetched = await ok('GET /messages/{message_id}', owner.messages.getById(message));
    expect(fetched).toMatchObject({ raw_content: 'A **saw**' });
    const history = owner.messages.getHistoryById(message);
    expect(
      (await ok('GET /messages/{message_id}/history', history))['message_history'],
    ).toHaveLength(2);
    expect(await ok('POST /messages/render', owner.messages.render('A **saw**'))).toMatchObject({
      rendered: '<p>A <strong>saw</strong></p>',
    });

    const channel = await owner.streams.getStreamId('workshop');
    const stream = { stream_id: channel['stream_id'] };
    const { topics } = await ok(
      'GET /users/me/{stream_id}/topics',
      owner.streams.topics.retrieve(stream),
    );
    expect(topics).toContainEqual(expect.objectContaining({ name: 'tools' }));
    await ok('DELETE /messages/{message_id}', owner.messages.deleteById(message));
    await ok('DELETE /streams/{stream_id}', owner.streams.deleteById(stream));
  });

  it('covers typing, emoji, alert words and new users', async () => {
    const typing = { op: 'start', to: [friendUser.id] };
    await ok('POST /typing', owner.typing.send(typing));
    await ok('GET /realm/emoji', owner.emojis.retrieve());
    const words = await ok('GET /users/me/alert_words', owner.users.me.alertWords.retrieve());
    expect(words['alert_words']).toEqual([]);
    const user = { email: 'third@example.com', password: PASSWORD, full_name: 'Third' };
    await ok('POST /users', owner.users.create(user));
  });

  it.each<[string, string[] | null]>([
    ['all events', null],
    ['the messages', ['message']],
  ])('reaches a program that listens to %s', async (_what, types) => {
    const listener = listen(types);
    try {
      const content = `Is anyone listening to ${String(types)}?`;
      const sent: number[] = [];
      const received = (): Record<string, unknown> | undefined =>
        listener.events().find(({ type }) => type === 'message');
      // Messages before the program's queue do not reach it.
      while (!received() && sent.length < 40) {
        sent.push(await send(owner, { type: 'direct', to: [friendUser.id], content }));
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      const event = received();
      expect(event).toMatchObject({ message: { content }, flags: [] });
      expect(sent).toContain((event!['message'] as { id: number }).id);
      assertEventMatches(event!);
    } finally {
      await listener.stop();
    }
    expect(listener.warnings()).toBe('');
  });
});

describe('a file', () => {
  it('is uploaded, linked in a message and read by its receiver', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'parley-zulip-js-'));
    const path = join(directory, 'notes.txt');
    await writeFile(path, 'the content');
    const uploaded = await ok(
      'POST /user_uploads',
      owner.callEndpoint('/user_uploads', 'POST', { filename: createReadStream(path) }),
    );
    await rm(directory, { recursive: true });
    expect(uploaded['filename']).toBe('notes.txt');
    const url = String(uploaded['url']);
    await send(owner, { type: 'direct', to: [friendUser.id], content: `[notes.txt](${url})` });
    const { attachments } = await ok('GET /attachments', owner.callEndpoint('/attachments'));
    expect(attachments).toMatchObject([{ name: 'notes.txt', message_ids: [expect.any(Number)] }]);
    const { url: temporary } = await ok(
      `GET /api/v1${url}`,
      friend.callEndpoint(url.replace(/^\//, '')),
    );
    expect(await (await fetch(`${site}${String(temporary)}`)).text()).toBe('the content');
  });
});

interface Listener {
  events(): Record<string, unknown>[];
  warnings(): string;
  stop(): Promise<void>;
}

const LISTEN = `
  const zulip = require('zulip-js');
  const [realm, username, apiKey, types] = process.argv.slice(1);
  zulip({ realm, username, apiKey }).then((client) =>
    client.callOnEachEvent((event) => console.log(JSON.stringify(event)), JSON.parse(types)),
  );
`;

/** The client's loop over events has no end, so it runs in a separate program. */
function listen(types: string[] | null): Listener {
  const child: ChildProcess = spawn(
    process.execPath,
    ['-e', LISTEN, site, friendUser.email, friendUser.apiKey, JSON.stringify(types)],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] } },
  );
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'close');
  return {
    events: () =>
      stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    warnings: () => stderr,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
