// Bots that run in the server: creation and configuration by their owners, and their answers.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { answerMessage } from '#modules/bots/embedded-bots/embedded-bots.jobs.js';
import { SendMessageService } from '#modules/messages/send/send-message.service.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { sharedTestApp } from './app.js';
import { TestQueue } from './event-queue.js';
import {
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { show, topicOf } from './message-editing-scene.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let member: TestUser;
beforeEach(async () => {
  ({ realm, member } = await createScene(test, { member: {} }));
  await runJobs(test.app);
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function makeBot(
  owner: TestUser,
  serviceName: string,
  parameters: Record<string, unknown> = {},
): Promise<TestUser & { services: unknown }> {
  const body = await owner.client.expect('POST', 'bots', {
    full_name: 'Helpful Bot',
    short_name: unique('helpful'),
    bot_type: 4,
    service_name: serviceName,
    ...parameters,
  });
  const credentials = { email: body['email'] as string, apiKey: body['api_key'] as string };
  const userId = body['user_id'] as number;
  const client = realm.anonymous.as(credentials);
  return { userId, ...credentials, client, services: body['services'] };
}

/** The messages of the conversation, oldest first. */
async function conversation(user: TestUser, others: TestUser[]): Promise<[number, string][]> {
  const { messages } = await user.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'dm', operand: others.map(({ userId }) => userId) }],
  });
  return (messages as { sender_id: number; content: string }[]).map((message) => [
    message.sender_id,
    message.content,
  ]);
}

async function said(streamId: number, topic: string): Promise<string[]> {
  return (await topicOf(member, streamId, topic)).map(
    (message) => `${message.sender_full_name}: ${message.content}`,
  );
}

const HELLO = 'Hello, @_**Sample Member|';

describe('the catalogue', () => {
  it('is part of the registered state', async () => {
    const state = await member.client.expect('POST', 'register', {
      fetch_event_types: ['realm_embedded_bots'],
    });
    expect(state['realm_embedded_bots']).toEqual([
      { name: 'converter', config: {} },
      { name: 'followup', config: { channel: 'followup' } },
      { name: 'helloworld', config: {} },
    ]);
  });
});

describe('an embedded bot', () => {
  it('is created with the given configuration and defaults for the rest', async () => {
    const plain = await makeBot(member, 'followup');
    expect(plain.services).toEqual([
      { service_name: 'followup', config_data: { channel: 'followup' } },
    ]);
    const set = await makeBot(member, 'followup', { config_data: { channel: 'to do' } });
    const { bots } = await member.client.expect('GET', 'bots');
    expect(bots).toMatchObject([
      { user_id: plain.userId },
      {
        user_id: set.userId,
        services: [{ service_name: 'followup', config_data: { channel: 'to do' } }],
      },
    ]);
    const { user } = await member.client.expect('GET', `users/${set.userId}`);
    expect(user).toMatchObject({ bot_type: 4, bot_owner_id: member.userId });
    // It has a key like every bot.
    await set.client.expect('GET', 'users/me');
  });

  it.each([
    ['no service_name', {}],
    ['an unknown service_name', { service_name: 'nobody' }],
    ['the name of something else', { service_name: 'constructor' }],
    ['an unknown key', { service_name: 'followup', config_data: { topic: 'a' } }],
    ['a key where there are none', { service_name: 'helloworld', config_data: { channel: 'a' } }],
    ['an inherited key', { service_name: 'followup', config_data: { toString: 'a' } }],
    ['a value that is no string', { service_name: 'followup', config_data: { channel: 5 } }],
    ['null for a value', { service_name: 'followup', config_data: { channel: null } }],
    ['a list', { service_name: 'followup', config_data: ['channel'] }],
    ['text', { service_name: 'followup', config_data: '"channel"' }],
    ['no JSON', { service_name: 'followup', config_data: '{' }],
    ['a long value', { service_name: 'followup', config_data: { channel: 'a'.repeat(1001) } }],
    ['a bad value', { service_name: 'followup', config_data: { channel: ' ' } }],
    ['a NUL', { service_name: 'followup', config_data: '{"channel":"a\\u0000"}' }],
    ['half a surrogate', { service_name: 'followup', config_data: '{"channel":"\\ud800"}' }],
  ])('is refused with %s', async (_what, wrong) => {
    const answer = await member.client.post('bots', {
      full_name: 'Helpful Bot',
      short_name: 'helpful',
      bot_type: 4,
      ...wrong,
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect((await member.client.expect('GET', 'bots'))['bots']).toEqual([]);
  });

  it('is reconfigured by its managers', async () => {
    const bot = await makeBot(member, 'followup');
    const path = `bots/${bot.userId}`;
    await member.client.expect('PATCH', path, { config_data: { channel: 'to do' } });
    const changed = [{ service_name: 'followup', config_data: { channel: 'to do' } }];
    expect((await member.client.expect('GET', 'bots'))['bots']).toMatchObject([
      { services: changed },
    ]);
    await member.client.expect('PATCH', path, { config_data: {} });
    const colleague = await createUser(test, realm);
    const plain = await member.client.expect('POST', 'bots', {
      full_name: 'Plain Bot',
      short_name: 'plain',
    });
    for (const [{ client }, id, config] of [
      [colleague, bot.userId, { channel: 'mine' }],
      [member, bot.userId, { other: 'x' }],
      [member, bot.userId, { channel: '' }],
      [member, bot.userId, [1]],
      [member, plain['user_id'], { channel: 'x' }],
    ] as const) {
      expect(await client.patch(`bots/${String(id)}`, { config_data: config })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST' },
      });
    }
    expect((await realm.owner.client.expect('GET', 'bots'))['bots']).toMatchObject([
      { services: changed },
      { services: [] },
    ]);
  });

  it('is published, with its configuration, to its owner and administrators', async () => {
    const colleague = await createUser(test, realm);
    const observers = observersOf(realm, { owner: realm.owner, member, colleague });
    let path = '';
    await verifyEvents(test, observers, async () => {
      path = `bots/${(await makeBot(member, 'followup')).userId}`;
    });
    await verifyEvents(test, observers, () =>
      member.client.expect('PATCH', path, { config_data: { channel: 'to do' } }),
    );
    const queue = await TestQueue.register(member.client, { event_types: ['realm_bot'] });
    await member.client.expect('PATCH', path, { config_data: { channel: 'later' } });
    await member.client.expect('PATCH', path, { config_data: { channel: 'later' } });
    expect(await queue.poll()).toMatchObject([
      { op: 'update', bot: { services: [{ config_data: { channel: 'later' } }] } },
    ]);
  });
});

describe('the answer of an embedded bot', () => {
  it('goes to the sender of a direct message', async () => {
    const bot = await makeBot(member, 'converter');
    await sendDirect(member, [bot], '5 miles in km');
    await runJobs(test.app);
    expect(await conversation(member, [bot])).toEqual([
      [member.userId, '5 miles in km'],
      [bot.userId, '5 miles = **8.04672 km**'],
    ]);
  });

  it('goes to all users of the group conversation', async () => {
    const bot = await makeBot(member, 'helloworld');
    await sendDirect(member, [bot, realm.owner], 'hello');
    await runJobs(test.app);
    expect(await conversation(realm.owner, [bot, member])).toEqual([
      [member.userId, 'hello'],
      [bot.userId, `${HELLO}${member.userId}**! :wave:`],
    ]);
  });

  it('goes to the topic in which it is mentioned, by name or with its id', async () => {
    const bot = await makeBot(member, 'converter');
    const stream = await subscribe(member, unique('channel'));
    await sendToStream(member, stream, 'one', '@**helpful bot** 1 km in m');
    await sendToStream(member, stream, 'two', `@**Helpful Bot|${bot.userId}**: 2 km in m`);
    await sendToStream(member, stream, '', `Please, @**Helpful Bot|${bot.userId}**`);
    await runJobs(test.app);
    expect((await said(stream, 'one')).slice(1)).toEqual(['Helpful Bot: 1 km = **1000 m**']);
    expect((await said(stream, 'two')).slice(1)).toEqual(['Helpful Bot: 2 km = **2000 m**']);
    expect((await said(stream, '')).slice(1)).toEqual([expect.stringContaining('Ask me')]);
  });

  it('is omitted for messages that do not address it', async () => {
    const bot = await makeBot(member, 'helloworld');
    const stream = await subscribe(member, unique('channel'), {
      principals: [member.userId, bot.userId],
    });
    const texts = [
      'hello',
      '@_**Helpful Bot** hello',
      '> @**Helpful Bot** hello',
      '`@**Helpful Bot**` hello',
      '@**all** hello',
    ];
    for (const text of texts) await sendToStream(member, stream, 'greetings', text);
    await sendDirect(member, [realm.owner], '@**Helpful Bot** hello');
    await runJobs(test.app);
    expect(await topicOf(member, stream, 'greetings')).toHaveLength(texts.length);
    expect(await conversation(member, [realm.owner])).toHaveLength(1);
  });

  it('is omitted where the bot may not read or write', async () => {
    const bot = await makeBot(realm.owner, 'helloworld');
    const hidden = await subscribe(member, unique('hidden'), { invite_only: true });
    const groups = {
      can_send_message_group: { direct_members: [member.userId], direct_subgroups: [] },
    };
    const quiet = await subscribe(member, unique('quiet'), groups);
    for (const stream of [hidden, quiet]) {
      await sendToStream(member, stream, 'a', `@**Helpful Bot|${bot.userId}** hello`);
    }
    await runJobs(test.app);
    for (const stream of [hidden, quiet]) expect(await said(stream, 'a')).toHaveLength(1);
  });

  it('is omitted for messages of bots', async () => {
    const [one, two] = [await makeBot(member, 'helloworld'), await makeBot(member, 'helloworld')];
    const stream = await subscribe(member, unique('channel'));
    const both = `@**|${one.userId}** @**|${two.userId}** hello`;
    await sendToStream(one, stream, 'bots', both);
    await sendDirect(one, [two], 'hello');
    await runJobs(test.app);
    expect(await said(stream, 'bots')).toHaveLength(1);
    // Both answer a user, but not each other.
    await sendToStream(member, stream, 'bots', both);
    await sendDirect(member, [one, two], 'hello');
    await runJobs(test.app);
    expect(await said(stream, 'bots')).toHaveLength(4);
    expect(await conversation(member, [one, two])).toHaveLength(3);
  });

  it('is omitted once it is deactivated, also for earlier messages', async () => {
    const bot = await makeBot(member, 'helloworld');
    await sendDirect(member, [bot], 'hello');
    await member.client.expect('DELETE', `bots/${bot.userId}`);
    await runJobs(test.app);
    const stream = await subscribe(member, unique('channel'));
    await sendToStream(member, stream, 'a', '@**Helpful Bot** hello');
    await runJobs(test.app);
    expect(await said(stream, 'a')).toHaveLength(1);
    expect(await conversation(member, [bot])).toHaveLength(1);
  });

  it('is omitted for deleted messages', async () => {
    const bot = await makeBot(member, 'helloworld');
    const id = await sendDirect(member, [bot], 'hello');
    await realm.owner.client.expect('PATCH', 'realm', {
      message_content_delete_limit_seconds: 600,
    });
    await member.client.expect('DELETE', `messages/${id}`);
    await runJobs(test.app);
    expect(await show(member, id)).toBeUndefined();
    expect(await conversation(member, [bot])).toEqual([]);
  });

  it('is sent once, also when events are replayed and jobs run twice or fail', async () => {
    const bot = await makeBot(member, 'helloworld');
    const messageId = await sendDirect(member, [bot], 'hello');
    const sender = test.app.get(SendMessageService, { strict: false });
    jest.spyOn(sender, 'send').mockRejectedValueOnce(new Error('Not now'));
    await runJobs(test.app);
    expect(await conversation(member, [bot])).toHaveLength(2);

    await test.app.get(Database).query('UPDATE event_consumer_cursors SET cursor = 0');
    await runJobs(test.app);
    const events = await test.app.get(EventLog).read(realm.realmId, 0, 1000);
    const received = events.find(
      ({ type, payload }) => type === 'message' && 'embeddedBotIds' in payload,
    )!;
    const { realmId } = realm;
    const request = answerMessage.with({ realmId, messageId, botId: bot.userId });
    await test.app.get(JobQueue).add([{ id: `embedded-bots:${received.id}:0`, request }]);
    await runJobs(test.app);
    expect(await conversation(member, [bot])).toHaveLength(2);
  });

  it('adds no job and no field of the event to other messages', async () => {
    await member.client.expect('POST', 'bots', { full_name: 'Plain Bot', short_name: 'plain' });
    const stream = await subscribe(member, unique('channel'));
    const added = jest.spyOn(test.app.get(JobQueue), 'add');
    await sendToStream(member, stream, 'a', '@**Plain Bot** @**Sample Member** hello');
    await sendDirect(member, [realm.owner], 'hello');
    await runJobs(test.app);
    const jobs = added.mock.calls.flatMap(([list]) => list.map(({ request }) => request));
    expect(jobs.filter(({ definition }) => definition.name === answerMessage.name)).toEqual([]);
    const events = await test.app.get(EventLog).read(realm.realmId, 0, 1000);
    expect(events.filter(({ payload }) => 'embeddedBotIds' in payload)).toEqual([]);
  });
});

describe('followup', () => {
  it('copies messages to it into the configured channel', async () => {
    const channel = unique('to-do');
    const stream = await subscribe(member, channel);
    const bot = await makeBot(member, 'followup', { config_data: { channel } });
    await sendDirect(member, [bot], 'Call @**Sample Member** back');
    await runJobs(test.app);
    expect(await said(stream, 'Sample Member')).toEqual([
      `Helpful Bot: From @_**Sample Member|${member.userId}**:\n` +
        '``` quote\nCall @**Sample Member** back\n```',
    ]);
    expect(await conversation(member, [bot])).toMatchObject([
      [member.userId, expect.anything()],
      [bot.userId, `I have noted it in #**${channel}**.`],
    ]);
  });

  it('reports a channel that it cannot write to, and notifies its owner', async () => {
    const other = await createUser(test, realm);
    const bot = await makeBot(member, 'followup', { config_data: { channel: 'nowhere' } });
    await sendDirect(other, [bot], 'Call back');
    await runJobs(test.app);
    expect(await conversation(other, [bot])).toEqual([
      [other.userId, 'Call back'],
      [bot.userId, expect.stringMatching(/^I could not write to the channel `nowhere`: /)],
    ]);
    const { messages } = await member.client.expect('GET', 'messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'dm' }],
    });
    expect(messages).toMatchObject([
      { sender_full_name: 'Notification Bot', content: expect.stringContaining('nowhere') },
    ]);
  });
});
